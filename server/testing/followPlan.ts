import { expect } from 'vitest';
import type { RentalState } from '../../contract/orders.ts';
import type { Discount, Tariff } from '../../contract/rules/pricing/pricing.ts';
import { planNextSteps, type Move, type PlannedPayment } from '../modules/rental/plan.ts';
import { rentalTransition } from '../modules/rentalRecords/machine.ts';
import { testTariff } from './stations.ts';

export type MutablePayment = { -readonly [K in keyof PlannedPayment]: PlannedPayment[K] };

export interface PlannedWorld {
  total: number | null;
  payments: MutablePayment[];
  /**
   * Called for each move. Returns whether the provider accepts the move; moves on GoCash and voids ignore the result.
   */
  agrees: () => boolean;
  /** The GoCash balance before the rental; absent or null if GoCash does not pay the rental. */
  wallet?: number | null;
  /** The minimum charge of the provider. */
  minimum?: number;
  tariff?: Tariff;
  discount?: Discount | null;
}

export interface PlanEnd {
  state: RentalState;
  payments: MutablePayment[];
  wallet: number;
  waived: number;
  /** All moves. The oldest comes first. */
  moves: Move[];
}

/** Responds to each move as a provider might. Follows the plan until the eject begins, or until no move is left. */
export function followPlan(state: RentalState, given: PlannedWorld): PlanEnd {
  const { total, payments, agrees, wallet = null, minimum = 0, discount = null } = given;
  const tariff = { ...(given.tariff ?? testTariff), minimumCharge: minimum };
  const made: Move[] = [];
  let at = state;
  let waived = 0;
  for (let step = 0; step < 50; step++) {
    const left = wallet === null ? null : wallet - spentOf(payments);
    const due = total === null ? null : total - waived;
    const rental = { state: at, tariff, discount, total: due };
    const { moves, consequence } = planNextSteps(rental, payments, left);
    for (const move of moves) {
      expectTakeable(move, minimum);
      made.push(move);
      answerMove(payments, move, agrees());
    }
    expect((wallet ?? 0) - spentOf(payments)).toBeGreaterThanOrEqual(0);
    const end = { payments, wallet: left ?? 0, waived, moves: made };
    if (consequence?.event === 'waived') waived += consequence.amount;
    else if (consequence) at = rentalTransition(at, consequence.event) ?? at;
    else if (moves.length === 0) return { ...end, state: at };
    if (at === 'ejecting') return { ...end, state: at };
  }
  throw new Error('the plan does not end');
}

/** Checks that no hold, charge or capture at the provider is below its minimum. */
function expectTakeable(move: Move, minimum: number): void {
  const source = move.do === 'ask' ? move.source : move.payment.source;
  if (source === 'goCash' || move.do === 'void' || move.do === 'refund') return;
  expect(move.amount).toBeGreaterThanOrEqual(minimum);
}

/** Returns the amount that the wallet paid: what is held, and what was captured and not refunded. */
export function spentOf(payments: readonly MutablePayment[]): number {
  return payments
    .filter(({ source }) => source === 'goCash')
    .reduce(
      (sum, { state, amount, captured, refunded }) =>
        sum + (state === 'authorized' ? amount : captured - refunded),
      0,
    );
}

/** Responds to a move. The wallet never declines. */
export function answerMove(payments: MutablePayment[], move: Move, provider: boolean): void {
  const source = move.do === 'ask' ? move.source : move.payment.source;
  const agreed = provider || source === 'goCash';
  if (move.do === 'ask') {
    const { purpose, attempt, amount, charge } = move;
    const state = agreed ? (charge ? 'captured' : 'authorized') : 'declined';
    const captured = state === 'captured' ? amount : 0;
    const decline_reason = agreed ? null : 'declined';
    const id = `${purpose}-${attempt}`;
    const about = { id, source, purpose, attempt, amount };
    payments.push({ ...about, state, captured, refunded: 0, decline_reason });
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
