import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { StripeApp } from '../../testing/stripeApp.ts';
import { transact } from '../../db/unitOfWork.ts';
import { openOrderCase } from './acts.ts';
import { closeCase } from './closeCase.ts';
import { showCase } from './showCases.ts';
import { showOpsOrder } from './showOrders.ts';

forEachEngine((engine) => {
  let world: StripeApp;
  beforeAll(async () => {
    world = await StripeApp.start(engine);
  });
  afterAll(() => world.close());

  test('the time lines of a case and of its order show the later failure of a refund', async () => {
    const { deps } = world.app;
    const rider = await signUp(world.app);
    const order = await world.renting.rent(rider, await world.addCard(rider), 90);
    await world.deliver();
    const { number } = (
      await transact(deps, (work) => openOrderCase(work, order.number, actOfAda()))
    ).case;
    const outcome = { kind: 'refund' as const, amount: 120 };
    await transact(deps, (work) => closeCase(work, number, { outcome }, actOfAda(), null));
    await world.deliver();
    const timeLines = async () => [
      (await showCase(deps.db, number, deps.clock.now())).timeLine,
      (await showOpsOrder(deps.db, order.number, deps.clock.now())).timeLine,
    ];
    for (const entries of await timeLines()) {
      expect(entries.map(({ what }) => what)).toContain('refunded');
      expect(entries.map(({ what }) => what)).not.toContain('refundFailed');
    }

    const refund = world.stripe.account.refunds.at(-1);
    if (!refund) throw new Error('nothing was refunded');
    deps.clock.advance(24 * 3600);
    world.stripe.account.failRefund(refund);
    await world.deliver();
    const { failed_at: failedAt } = await world.db
      .selectFrom('payment_steps')
      .select('failed_at')
      .where('failed_at', 'is not', null)
      .executeTakeFirstOrThrow();
    for (const entries of await timeLines()) {
      const refunded = entries.find(({ what }) => what === 'refunded');
      expect(refunded?.facts).toMatchObject({ amount: 120 });
      expect(entries.filter(({ what }) => what === 'refundFailed')).toEqual([
        {
          at: failedAt?.toISOString(),
          by: 'payment',
          what: 'refundFailed',
          facts: refunded?.facts,
        },
      ]);
    }
  });
});
