import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { StripeApp } from '../../testing/stripeApp.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { openOrderCase, openTopUpCase } from './acts.ts';
import { closeCase } from './closeCase.ts';

const weekMs = 7 * 24 * 3_600_000;

forEachEngine((engine) => {
  let world: StripeApp;
  beforeAll(async () => {
    world = await StripeApp.start(engine);
  });
  afterAll(() => world.close());

  /** A paid order with a chargeback. */
  async function objected(status = 'needs_response') {
    const rider = await signUp(world.app);
    const order = await world.renting.rent(rider, await world.addCard(rider), 90);
    await world.deliver();
    const dueBy = new Date(world.app.deps.clock.now().getTime() + weekMs);
    const { id } = world.stripe.disputes.open(world.chargeOf(order.number), { status, dueBy });
    await world.deliver();
    return { order, id };
  }

  async function decide(id: string, outcome: 'won' | 'lost'): Promise<void> {
    world.stripe.disputes.close(id, outcome);
    await world.deliver();
  }

  /** Closes a new case about an order with a full refund. */
  async function refund(number: string): Promise<void> {
    const whole = { outcome: { kind: 'refund' as const, amount: 'all' as const } };
    const opened = await transact(world.app.deps, (work) =>
      openOrderCase(work, number, actOfAda()),
    );
    await transact(world.app.deps, (work) =>
      closeCase(work, opened.case.number, whole, actOfAda(), null),
    );
    await world.deliver();
  }

  async function refunded(orderId: string): Promise<number> {
    const payments = await world.db
      .selectFrom('payments')
      .select('refunded')
      .where('rental_id', '=', orderId)
      .execute();
    return payments.reduce((sum, payment) => sum + payment.refunded, 0);
  }

  test('support refunds nothing while the bank has the money of the order, and after a loss @slow', async () => {
    const { order, id } = await objected();
    const refused = { code: 'outcomeNotPossible', message: expect.stringContaining('chargeback') };
    await expect(refund(order.number)).rejects.toMatchObject(refused);
    await decide(id, 'lost');
    await expect(refund(order.number)).rejects.toMatchObject(refused);
    expect(await refunded(order.id)).toBe(0);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('support refunds an order during an inquiry, and after a chargeback that was won @slow', async () => {
    const asked = await objected('warning_needs_response');
    await refund(asked.order.number);
    expect(await refunded(asked.order.id)).toBe(300);
    const { order, id } = await objected();
    await decide(id, 'won');
    await refund(order.number);
    expect(await refunded(order.id)).toBe(300);
    expect(await auditLedger(world.db)).toEqual([]);
  });

  test('support refunds no top-up whose money the bank has @slow', async () => {
    const rider = await signUp(world.app);
    const topUp = await world.topUp(rider, await world.addCard(rider));
    const { id } = world.stripe.disputes.open(world.chargeOf(topUp.number), {
      dueBy: new Date(world.app.deps.clock.now().getTime() + weekMs),
    });
    await world.deliver();
    const outcome = { kind: 'refund', amount: 'all' } as const;
    const refundTopUp = () =>
      transact(world.app.deps, async (work) => {
        const opened = await openTopUpCase(work, topUp.number, actOfAda());
        return closeCase(work, opened.case.number, { outcome }, actOfAda(), null);
      });
    const message = expect.stringContaining('chargeback');
    await expect(refundTopUp()).rejects.toMatchObject({ code: 'outcomeNotPossible', message });
    await decide(id, 'won');
    expect((await refundTopUp()).case.outcome).toMatchObject({ amount: topUp.amount.amount });
    await world.deliver();
    expect(await auditLedger(world.db)).toEqual([]);
  });
});
