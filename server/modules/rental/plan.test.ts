import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billRental } from '../../../contract/rules/pricing.ts';
import type { RentalState } from '../../../contract/orders.ts';
import { testTariff } from '../../testing/stations.ts';
import { rentalTransition } from './machine.ts';
import { kept, plan, type Move, type PlannedPayment } from './plan.ts';

type Mutable = { -readonly [K in keyof PlannedPayment]: PlannedPayment[K] };

/** Answers each move as a provider might, and follows the plan until nothing is left to do. */
function follow(
  state: RentalState,
  given: { total: number | null; payments: Mutable[]; agrees: () => boolean },
): { state: RentalState; payments: Mutable[] } {
  const { total, payments, agrees } = given;
  let at = state;
  for (let step = 0; step < 50; step++) {
    const { moves, consequence } = plan({ state: at, tariff: testTariff, total }, payments);
    for (const move of moves) answer(payments, move, agrees());
    if (consequence) at = rentalTransition(at, consequence.event) ?? at;
    else if (moves.length === 0) return { state: at, payments };
    if (at === 'ejecting') return { state: at, payments };
  }
  throw new Error('the plan does not end');
}

function answer(payments: Mutable[], move: Move, agreed: boolean): void {
  if (move.do === 'ask') {
    const { purpose, attempt, amount, charge } = move;
    const state = agreed ? (charge ? 'captured' : 'authorized') : 'declined';
    const captured = state === 'captured' ? amount : 0;
    const decline_reason = agreed ? null : 'declined';
    const id = `${purpose}-${attempt}`;
    payments.push({ id, purpose, attempt, state, amount, captured, refunded: 0, decline_reason });
    return;
  }
  const payment = payments.find(({ id }) => id === move.payment.id);
  if (!payment) throw new Error(`no payment ${move.payment.id}`);
  if (move.do === 'void') payment.state = 'voided';
  else if (!agreed) {
    payment.decline_reason = 'declined';
    if (move.do === 'capture') payment.state = 'voided';
  } else if (move.do === 'capture') {
    expect(move.amount).toBeLessThanOrEqual(payment.amount);
    payment.state = 'captured';
    payment.captured = move.amount;
  } else {
    payment.refunded += move.amount;
    payment.state = payment.refunded === payment.captured ? 'refunded' : 'captured';
  }
}

const held = (payments: readonly Mutable[]) =>
  payments.filter(({ state }) => state === 'authorized').length;

const answers = fc.infiniteStream(fc.boolean()).map((stream) => () => stream.next().value ?? true);

test('either both holds stand, or none', () => {
  fc.assert(
    fc.property(answers, (agrees) => {
      const end = follow('authorizing', { total: null, payments: [], agrees });
      if (end.state === 'ejecting') expect(held(end.payments)).toBe(2);
      else
        expect({ state: end.state, held: held(end.payments) }).toEqual({
          state: 'failed',
          held: 0,
        });
    }),
  );
});

test('however far the money had come, a bill ends paid to the cent, or as a debt with no hold left', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 72 });
  const before = fc.constantFrom<RentalState>('charging', 'overdue');
  fc.assert(
    fc.property(minutes, fc.boolean(), before, answers, (stay, sameStation, from, agrees) => {
      const opened = follow('authorizing', { total: null, payments: [], agrees: () => true });
      const running = follow(from, { total: null, payments: opened.payments, agrees });
      const { total } = billRental(testTariff, { startedAt: 0, until: stay * 60_000, sameStation });
      const end = follow('settling', { total, payments: running.payments, agrees });
      expect(held(end.payments)).toBe(0);
      const refusedRefund = end.payments.some(
        ({ captured, decline_reason }) => captured > 0 && decline_reason,
      );
      if (end.state === 'unpaid') expect(kept(end.payments)).toBeLessThan(total);
      else {
        expect(end.state).toBe('complete');
        if (!refusedRefund) expect(kept(end.payments)).toBe(total);
      }
    }),
  );
});

test('a loss that proves to have been a return keeps what the return costs, however far the money had come', () => {
  const minutes = fc.integer({ min: 0, max: testTariff.lostMinutes - 1 });
  fc.assert(
    fc.property(minutes, fc.boolean(), fc.boolean(), answers, (stay, sameStation, paid, agrees) => {
      const opened = follow('authorizing', { total: null, payments: [], agrees: () => true });
      const running = follow('overdue', { total: null, payments: opened.payments, agrees });
      const lost = testTariff.lostTotal;
      const billed = follow('lost', { total: lost, payments: running.payments, agrees });
      if (billed.state === 'unpaid' && paid) {
        const amount = lost - kept(billed.payments);
        const again = { purpose: 'usage', attempt: 2, charge: true, onSession: true } as const;
        answer(billed.payments, { do: 'ask', ...again, amount }, true);
      }
      const { total } = billRental(testTariff, { startedAt: 0, until: stay * 60_000, sameStation });
      const end = follow('settling', { total, payments: billed.payments, agrees });
      expect(held(end.payments)).toBe(0);
      const refusedRefund = end.payments.some(
        ({ captured, decline_reason }) => captured > 0 && decline_reason,
      );
      if (end.state === 'unpaid') expect(kept(end.payments)).toBeLessThan(total);
      else {
        expect(end.state).toBe('complete');
        if (!refusedRefund) expect(kept(end.payments)).toBe(total);
      }
    }),
  );
});

test('a charge that waits for its owner is called off when the bill is corrected', () => {
  const waiting: PlannedPayment = {
    id: 'usage-1',
    purpose: 'usage',
    attempt: 1,
    state: 'actionRequired',
    amount: 2900,
    captured: 0,
    refunded: 0,
    decline_reason: null,
  };
  const { moves } = plan({ state: 'settling', tariff: testTariff, total: 400 }, [waiting]);
  expect(moves).toEqual([{ do: 'void', payment: waiting }]);
});

test('what came to nothing keeps nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom<RentalState>('failed', 'review'), fc.boolean(), (state, taken) => {
      const agrees = () => true;
      const opened = follow('authorizing', { total: null, payments: [], agrees });
      const running = taken
        ? follow('charging', { total: null, payments: opened.payments, agrees })
        : opened;
      const end = follow(state, { total: null, payments: running.payments, agrees });
      expect(held(end.payments)).toBe(0);
      expect(kept(end.payments)).toBe(0);
    }),
  );
});
