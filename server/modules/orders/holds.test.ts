import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Order } from '../../../contract/orders.ts';
import { Holds } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { RentalTimers } from '../rental/timers.ts';

const day = 24 * 3600;

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  test('a receipt has each step of each payment, with its payment method @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider), 90);
    expect(stepsOf(order)).toEqual({
      deposit: ['placed 2100', 'captured 300', 'released 1800'],
    });
    expect(order.payments).toMatchObject([
      {
        includesUnlockFee: true,
        method: { kind: 'card', last4: '4242' },
        fromBonus: { amount: 0 },
      },
    ]);
  });

  test('a return within the grace time only releases the hold', async () => {
    const card = await renting.addCard(rider);
    const order = await renting.rent(rider, card, 1);
    expect(stepsOf(order)).toEqual({ deposit: ['placed 2100', 'released 2100'] });
  });

  test('a refund is a separate step of the receipt', async () => {
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    app.deps.clock.advance(day);
    await new RentalTimers(app.deps).runDue();
    await renting.settle();
    app.deps.clock.advance(1800);
    await renting.bringBack(slot ?? 0);
    expect(stepsOf(await orderOf(id))).toEqual({
      deposit: ['placed 2100', 'captured 2100', 'refunded 900'],
    });
  });

  test('a declined charge shows the tried method, and a successful charge shows the method that paid', async () => {
    const weak = await renting.addCard(rider, 'failsLater');
    const { id } = await renting.rent(rider, weak, 30);
    expect(stepsOf(await orderOf(id))).toEqual({
      deposit: ['placed 2100', 'released 2100'],
      usage: ['declined 200'],
    });
    const card = await renting.addCard(rider);
    await app.call(fillPath(paths.payOrder, { id }), {
      method: 'POST',
      session: rider.sessionId,
      key: crypto.randomUUID(),
      body: { paymentMethodId: card },
    });
    await renting.settle();
    const paid = await orderOf(id);
    expect(stepsOf(paid)).toMatchObject({ usage: ['captured 200'] });
    expect(paid.payments.map(({ id: paymentId }) => paymentId)).toHaveLength(3);
  });

  test('if the cardholder refuses to confirm a hold, the order shows the hold as declined, and not as placed @slow', async () => {
    const card = await renting.addCard(rider, 'wantsAction');
    const { id } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    payments.confirmAll(false);
    app.deps.clock.advance(10);
    await renting.settle();
    expect(stepsOf(await orderOf(id))).toEqual({ deposit: ['declined 2100'] });
    expect(await holds(rider)).toEqual([]);
  });

  test('holds are listed while they are active, and while the bank may still need time to return them @slow', async () => {
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    expect(await holds(rider)).toEqual([`${id} deposit authorized`]);
    expect(await holds(await signUp(app))).toEqual([]);

    app.deps.clock.advance(3600);
    await renting.bringBack(slot ?? 0);
    expect(await holds(rider)).toEqual([`${id} deposit captured`]);
    app.deps.clock.advance(21 * day);
    // The sessions have expired, so the rider signs in again.
    const later = await signUp(app, rider.phone);
    expect(await holds(later)).toEqual([`${id} deposit captured`]);
    app.deps.clock.advance(2 * day);
    expect(await holds(await signUp(app, rider.phone))).toEqual([]);
  });

  test('holds are not visible without a session', async () => {
    expect((await app.call(paths.holds)).status).toBe(401);
  });

  async function holds({ sessionId: session }: Rider): Promise<string[]> {
    const { body } = await app.call(paths.holds, { session });
    return Holds.parse(body).holds.map(
      ({ orderId, payment }) => `${orderId} ${payment.purpose} ${payment.state}`,
    );
  }

  async function orderOf(id: string): Promise<Order> {
    const path = fillPath(paths.order, { id });
    return Order.parse((await app.call(path, { session: rider.sessionId })).body);
  }
});

function stepsOf({ payments }: Order): Record<string, string[]> {
  return Object.fromEntries(
    payments.map(({ purpose, steps }) => [
      purpose,
      steps.map(({ step, amount }) => `${step} ${amount.amount}`),
    ]),
  );
}
