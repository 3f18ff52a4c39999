import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { startHoldCheck } from '../../jobs/holdCheck.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { StripeApp } from '../../testing/stripeApp.ts';
import { RentalTimers } from '../rental/timers.ts';
import { auditLedger } from '../audit/auditLedger.ts';

/** A PDF breaks long lines, even within a Chinese word, so the tests compare texts without spaces. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/* In these tests, the operator's staff change payments in Stripe's own web pages. */
forEachEngine((engine) => {
  let world: StripeApp;
  beforeAll(async () => {
    world = await StripeApp.start(engine);
    await startHoldCheck(world.app.deps);
  });
  afterAll(() => world.close());

  async function startRental(): Promise<{ rider: Rider; order: Order; hold: string }> {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const { id } = Order.parse((await world.renting.start(rider, card)).body);
    await world.renting.settle();
    await world.deliver();
    const order = await world.order(rider, id);
    const hold = world.intentsOf(order.number).find(({ status }) => status === 'requires_capture');
    if (!hold) throw new Error('nothing is held');
    return { rider, order, hold: hold.id };
  }

  async function returnCharger(rider: Rider, { id, slot }: Order): Promise<Order> {
    world.app.deps.clock.advance(90 * 60);
    await world.renting.bringBack(slot ?? 0);
    await world.deliver();
    return world.order(rider, id);
  }

  const receivedFor = (number: string) =>
    world.intentsOf(number).reduce((sum, { id, amount_received }) => {
      return sum + amount_received - world.stripe.account.refundedOf(id);
    }, 0);

  test('a partial capture of a hold is booked, and the amount above the bill is refunded @slow', async () => {
    const { rider, order, hold } = await startRental();
    world.stripe.account.capture(hold, { amount_to_capture: '700' });
    await world.deliver();
    const running = await world.order(rider, order.id);
    expect(running.status).toBe('charging');
    expect(running.payments.find(({ purpose }) => purpose === 'deposit')).toMatchObject({
      state: 'captured',
      captured: { amount: 700 },
    });
    const done = await returnCharger(rider, order);
    expect(done).toMatchObject({
      status: 'complete',
      total: { amount: 300 },
      paid: { amount: 300 },
    });
    expect(receivedFor(order.number)).toBe(300);
    expect(await world.cases()).toContain('changedAtProvider');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('the amount above the bill is refunded if the operator captures the hold just before the server', async () => {
    const { rider, order, hold } = await startRental();
    world.stripe.account.capture(hold, {});
    // The webhook is lost, so only the server's own capture can detect the change.
    world.stripe.events.length = 0;
    const done = await returnCharger(rider, order);
    expect(done).toMatchObject({ status: 'complete', paid: { amount: 300 } });
    expect(receivedFor(order.number)).toBe(300);
    expect(await world.cases()).toContain('changedAtProvider');
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a cancelled hold is booked, and the bill is charged without it', async () => {
    const { rider, order, hold } = await startRental();
    world.stripe.account.cancel(hold);
    await world.deliver();
    expect((await world.order(rider, order.id)).payments).toContainEqual(
      expect.objectContaining({ purpose: 'deposit', state: 'expired' }),
    );
    const done = await returnCharger(rider, order);
    expect(done).toMatchObject({ status: 'complete', paid: { amount: 300 }, due: { amount: 0 } });
    expect(receivedFor(order.number)).toBe(300);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('the daily check finds a change whose webhook was lost', async () => {
    const { rider, order, hold } = await startRental();
    world.stripe.account.expire(hold);
    world.stripe.events.splice(0);
    const stateOf = async () => {
      const { payments } = await world.order(rider, order.id);
      return payments.find(({ purpose }) => purpose === 'deposit')?.state;
    };
    await world.deliver();
    expect(await stateOf()).toBe('authorized');
    for (let day = 0; day < 2; day++) {
      world.app.deps.clock.advance(24 * 3600);
      await world.deliver();
    }
    expect(await stateOf()).toBe('expired');
    await returnCharger(rider, order);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a refund of a settled order lowers its bill once', async () => {
    const { rider, order } = await startRental();
    await returnCharger(rider, order);
    const intent = world.chargeOf(order.number);
    world.stripe.account.refund({ payment_intent: intent, amount: '150' });
    await world.deliver((events) => [...events, ...events]);
    world.app.deps.clock.advance(3600);
    await world.deliver();
    expect(await world.order(rider, order.id)).toMatchObject({
      status: 'complete',
      total: { amount: 150 },
      paid: { amount: 150 },
    });
    world.stripe.account.refund({ payment_intent: intent, amount: '50' });
    await world.deliver();
    expect(await world.order(rider, order.id)).toMatchObject({ total: { amount: 100 } });
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a refund during the rental is booked as soon as the bill is known', async () => {
    const { rider, order, hold } = await startRental();
    // After a day, the server captures the whole hold.
    world.app.deps.clock.advance(24 * 3600);
    await new RentalTimers(world.app.deps).runDue();
    await world.deliver();
    world.stripe.account.refund({ payment_intent: hold, amount: '100' });
    await world.deliver();
    expect(await world.order(rider, order.id)).toMatchObject({ paid: { amount: 2100 } });
    await returnCharger(rider, order);
    world.app.deps.clock.advance(3600);
    await world.deliver();
    expect(await world.order(rider, order.id)).toMatchObject({
      status: 'complete',
      total: { amount: 1200 },
      paid: { amount: 1200 },
    });
    expect(receivedFor(order.number)).toBe(1200);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a refund of a top-up withdraws its GoCash', async () => {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const topUp = await world.topUp(rider, card);
    await world.renting.rent(rider, card, 90, { useGoCash: true });
    const before = await world.wallet(rider);
    expect(before.topUp.amount).toBeLessThan(topUp.amount.amount);
    world.stripe.account.refund({ payment_intent: world.chargeOf(topUp.number) });
    await world.deliver();
    expect(await world.wallet(rider)).toMatchObject({
      topUp: { amount: 0 },
      bonus: before.bonus,
    });
    expect(await world.balance('writtenOff')).toBe(topUp.amount.amount - before.topUp.amount);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  /** Makes a refund in Stripe's pages for a settled order of 300 minor units. */
  async function refunded(amount: number) {
    const { rider, order } = await startRental();
    await returnCharger(rider, order);
    const intent = world.chargeOf(order.number);
    const again = () =>
      world.stripe.account.refund({ payment_intent: intent, amount: String(amount) });
    return { rider, order, refund: again(), again };
  }

  const refundsOf = async (rider: Rider, { id }: Order) =>
    (await world.order(rider, id)).payments
      .flatMap(({ steps }) => steps)
      .filter(({ step }) => step === 'refunded');
  const twice = (events: { id: string; body: string }[]) => [...events, ...events];
  const bankBalance = () =>
    world.stripe.account.balance.transactions.reduce((sum, { amount }) => sum + amount, 0);
  const casesAbout = async (refund: string) =>
    (await world.db.selectFrom('support_cases').select(['kind', 'details']).execute()).filter(
      ({ details }) => JSON.stringify(details).includes(refund),
    );

  test.each([150, 300])(
    'a refund of %i that fails later is owed to the rider, and can be repeated',
    async (amount) => {
      const { rider, order, refund, again } = await refunded(amount);
      await world.deliver();
      const before = await world.balance('receivable');
      for (let time = 0; time < 2; time++) {
        world.stripe.account.failRefund(refund);
        await world.deliver(twice);
      }
      // After the failure, the bill stays lowered, and the operator has the refunded amount again.
      expect(await world.order(rider, order.id)).toMatchObject({
        status: 'complete',
        total: { amount: 300 - amount },
        paid: { amount: 300 },
        due: { amount: 0 },
      });
      expect(await world.balance('receivable')).toBe(before - amount);
      expect(await world.balance('clearing')).toBe(bankBalance());
      expect(await casesAbout(refund.id)).toMatchObject([{ kind: 'refundRefused' }]);
      expect(await auditLedger(world.db)).toEqual([]);
      const failed = { step: 'refunded', amount: { amount }, failedAt: expect.any(String) };
      expect(await refundsOf(rider, order)).toMatchObject([failed]);

      again();
      await world.deliver(twice);
      const [first, second] = await refundsOf(rider, order);
      expect(first).toMatchObject(failed);
      expect(second).toMatchObject({ amount: { amount } });
      expect(second).not.toHaveProperty('failedAt');
      expect(await world.order(rider, order.id)).toMatchObject({
        total: { amount: 300 - amount },
        paid: { amount: 300 - amount },
      });
      expect(await world.balance('receivable')).toBe(before);
      expect(await world.balance('clearing')).toBe(bankBalance());
      expect(await auditLedger(world.db)).toEqual([]);
    },
  );

  test('the receipt shows that a refund of the server failed later, in each language @slow', async () => {
    const { rider, order } = await startRental();
    // After a day, the server captures the whole hold.
    world.app.deps.clock.advance(24 * 3600);
    await new RentalTimers(world.app.deps).runDue();
    await world.deliver();
    const { payments, paid } = await returnCharger(rider, order);
    expect(payments.flatMap(({ refunded }) => refunded.amount)).toEqual([800]);
    const refund = world.stripe.account.refunds.at(-1);
    if (!refund) throw new Error('nothing was refunded');
    world.stripe.account.failRefund(refund);
    await world.deliver(twice);
    expect(await refundsOf(rider, order)).toMatchObject([
      { amount: { amount: 800 }, failedAt: expect.any(String) },
    ]);
    expect((await world.order(rider, order.id)).paid.amount).toBe(paid.amount + 800);
    const path = fillPath(paths.receiptPdf, { id: order.id });
    for (const [language, words] of [
      ['en', 'Your refund of $8.00 did not arrive. Support takes care of it.'],
      ['es', 'Tu reembolso de $8.00 no llegó. Soporte se encarga.'],
      ['zh-CN', '您的 $8.00 退款未到账，客服正在处理。'],
    ] as const) {
      const response = await fetch(`${world.app.url}${path}?language=${language}`, {
        headers: { authorization: `Bearer ${rider.sessionId}` },
      });
      const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
      const { text } = await extractText(pdf, { mergePages: true });
      expect(withoutSpaces(text)).toContain(withoutSpaces(words));
    }
  });

  test.each(['server', 'staff'])(
    'if one of two refunds with the same amount fails, the receipt marks the failed refund: the refund of the %s @slow',
    async (whose) => {
      const { rider, order, hold } = await startRental();
      // After a day, the server captures the whole hold.
      world.app.deps.clock.advance(24 * 3600);
      await new RentalTimers(world.app.deps).runDue();
      await world.deliver();
      await returnCharger(rider, order);
      const server = world.stripe.account.refunds.at(-1);
      if (!server) throw new Error('nothing was refunded');
      world.app.deps.clock.advance(3600);
      const staff = world.stripe.account.refund({ payment_intent: hold, amount: '800' });
      await world.deliver();
      expect(await refundsOf(rider, order)).toMatchObject([
        { amount: { amount: 800 } },
        { amount: { amount: 800 } },
      ]);
      world.app.deps.clock.advance(3600);
      world.stripe.account.failRefund(whose === 'server' ? server : staff);
      await world.deliver(twice);
      const marks = (await refundsOf(rider, order)).map(({ failedAt }) => failedAt !== undefined);
      expect(marks).toEqual([whose === 'server', whose === 'staff']);
    },
  );

  test('a refund that fails before it is booked changes nothing, and opens a case', async () => {
    const { rider, order, refund } = await refunded(150);
    world.stripe.account.failRefund(refund);
    await world.deliver((events) => events.toReversed());
    expect(await world.order(rider, order.id)).toMatchObject({
      total: { amount: 300 },
      paid: { amount: 300 },
    });
    expect(await casesAbout(refund.id)).toMatchObject([{ kind: 'refundRefused' }]);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a refund that fails while it is being booked is reversed', async () => {
    const { rider, order, refund } = await refunded(150);
    const { payments } = world.app.deps;
    const read = payments.readPayment;
    payments.readPayment = async (request) => {
      payments.readPayment = read;
      const report = await payments.readPayment(request);
      world.stripe.account.failRefund(refund);
      // Drop the webhook about the failure: it would arrive before the refund is booked, and find nothing to reverse.
      world.stripe.events.length = 0;
      return report;
    };
    await world.deliver();
    expect(await world.order(rider, order.id)).toMatchObject({
      total: { amount: 150 },
      paid: { amount: 300 },
    });
    expect(await world.balance('clearing')).toBe(bankBalance());
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('the invoice of a failed refund corrects the credit note of this refund', async () => {
    const now = world.app.deps.clock.now();
    await world.db
      .insertInto('sellers')
      .values({
        valid_from: now,
        name: 'A seller',
        address: '1 Test Street',
        tax_number: `T${randomUUID().slice(0, 8)}`,
        tax_rate: 1000,
        time_zone: 'UTC',
        created_at: now,
      })
      .execute();
    const { order, refund } = await refunded(100);
    await world.deliver();
    const intent = world.chargeOf(order.number);
    world.stripe.account.refund({ payment_intent: intent, amount: '150' });
    await world.deliver();
    world.stripe.account.failRefund(refund);
    await world.deliver();
    const issued = await world.db
      .selectFrom('invoices')
      .select(['id', 'kind', 'amount', 'corrects'])
      .where('rental_id', '=', order.id)
      .orderBy('kind', 'desc')
      .orderBy('amount', 'desc')
      .execute();
    const [first, failed] = issued.filter(({ kind }) => kind === 'invoice');
    const [larger, smaller] = issued.filter(({ kind }) => kind === 'creditNote');
    expect(issued).toHaveLength(4);
    expect(first).toMatchObject({ amount: 300, corrects: null });
    expect(larger).toMatchObject({ amount: 150, corrects: first?.id });
    expect(smaller).toMatchObject({ amount: 100, corrects: first?.id });
    expect(failed).toMatchObject({ amount: 100, corrects: smaller?.id });
  });

  test('a refund of a top-up that fails later becomes GoCash again', async () => {
    const rider = await signUp(world.app);
    const card = await world.addCard(rider);
    const topUp = await world.topUp(rider, card);
    await world.renting.rent(rider, card, 90, { useGoCash: true });
    const before = await world.wallet(rider);
    const writtenOff = await world.balance('writtenOff');
    const refund = world.stripe.account.refund({ payment_intent: world.chargeOf(topUp.number) });
    await world.deliver();
    expect(await world.wallet(rider)).toMatchObject({ topUp: { amount: 0 } });
    world.stripe.account.failRefund(refund);
    await world.deliver(twice);
    expect(await world.wallet(rider)).toMatchObject({ topUp: before.topUp, bonus: before.bonus });
    expect(await world.balance('writtenOff')).toBe(writtenOff);
    expect(await world.balance('clearing')).toBe(bankBalance());
    expect(await casesAbout(refund.id)).toMatchObject([{ kind: 'refundRefused' }]);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('a forged webhook about a hold is refused', async () => {
    const { rider, order, hold } = await startRental();
    const known = (await world.cases()).length;
    const url = `${world.app.url}/api/webhooks/stripe`;
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'payment_intent.canceled',
      data: { object: { object: 'payment_intent', id: hold } },
    });
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': 't=1' },
    });
    expect(response.status).toBe(400);
    await world.deliver();
    expect(await world.cases()).toHaveLength(known);
    expect((await returnCharger(rider, order)).status).toBe('complete');
  });
});
