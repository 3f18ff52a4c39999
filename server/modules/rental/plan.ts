import type { RentalFailure, RentalState } from '../../../contract/orders.ts';
import type { PaymentPurpose, PaymentState } from '../../../contract/payment.ts';
import type { DeclineReason } from '../../providers/payments/provider.ts';
import { isInFlight } from '../payments/machine.ts';

/** A rental's payment, as far as the plan needs it. Amounts are minor units of one currency. */
export interface PlannedPayment {
  readonly id: string;
  readonly purpose: PaymentPurpose;
  readonly attempt: number;
  readonly state: PaymentState;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  /** Why its last move was refused. */
  readonly decline_reason: DeclineReason | null;
}

interface PlannedRental {
  readonly state: RentalState;
  readonly tariff: { readonly unlockFee: number; readonly deposit: number };
  /** The bill's total, once it is known. */
  readonly total: number | null;
}

export type Move =
  | {
      readonly do: 'ask';
      readonly purpose: PaymentPurpose;
      readonly attempt: number;
      readonly amount: number;
      /** Taken at once, or only held. */
      readonly charge: boolean;
      readonly onSession: boolean;
    }
  | { readonly do: 'capture'; readonly payment: PlannedPayment; readonly amount: number }
  | { readonly do: 'void'; readonly payment: PlannedPayment }
  | { readonly do: 'refund'; readonly payment: PlannedPayment; readonly amount: number };

/** What follows for the rental once its money stands as it does. */
export type Consequence =
  | { readonly event: 'authorized' | 'settled' }
  | { readonly event: 'abandoned'; readonly failure: RentalFailure }
  | { readonly event: 'chargeFailed'; readonly reason: DeclineReason };

export interface Plan {
  readonly moves: readonly Move[];
  readonly consequence: Consequence | null;
}

const wait: Plan = { moves: [], consequence: null };

/**
 * What is to be done next about a rental's money, from where everything stands: nothing is
 * remembered between two calls, so that a crash between any two steps is healed by asking again.
 */
export function plan(rental: PlannedRental, payments: readonly PlannedPayment[]): Plan {
  switch (rental.state) {
    case 'authorizing':
      return planHolds(rental, payments);
    case 'ejecting':
    case 'ejectUnknown':
      return wait;
    case 'charging':
      return takeWhole(payments, ['unlockFee']);
    case 'overdue':
      return takeWhole(payments, ['unlockFee', 'deposit']);
    case 'settling':
    case 'lost':
    case 'complete':
      return planSettlement(rental, payments);
    case 'unpaid':
      return { moves: voids(payments), consequence: null };
    case 'paying':
      return planPaying(payments);
    case 'failed':
    case 'review':
      return { moves: [...voids(payments), ...refunds(payments, Infinity)], consequence: null };
  }
}

/** One after the other: where the first is refused, the second is not asked for. */
function planHolds(rental: PlannedRental, payments: readonly PlannedPayment[]): Plan {
  const wanted: { purpose: PaymentPurpose; amount: number }[] = [
    { purpose: 'unlockFee', amount: rental.tariff.unlockFee },
    { purpose: 'deposit', amount: rental.tariff.deposit },
  ];
  for (const { purpose, amount } of wanted) {
    if (amount === 0) continue;
    const payment = payments.find((other) => other.purpose === purpose);
    if (!payment) {
      const ask = { purpose, amount, attempt: 1, charge: false, onSession: true } as const;
      return { moves: [{ do: 'ask', ...ask }], consequence: null };
    }
    if (isInFlight(payment.state)) return wait;
    if (payment.state !== 'authorized') {
      const failure = failureOf(payment.decline_reason ?? 'declined');
      return { moves: [], consequence: { event: 'abandoned', failure } };
    }
  }
  return { moves: [], consequence: { event: 'authorized' } };
}

function takeWhole(payments: readonly PlannedPayment[], purposes: PaymentPurpose[]): Plan {
  const moves = payments
    .filter(({ purpose, state }) => purposes.includes(purpose) && state === 'authorized')
    .map((payment): Move => ({ do: 'capture', payment, amount: payment.amount }));
  return { moves, consequence: null };
}

function planSettlement(rental: PlannedRental, payments: readonly PlannedPayment[]): Plan {
  // A charge that still waits for its owner was asked for a bill that has been corrected since.
  const unconfirmed = payments.filter(({ state }) => state === 'actionRequired');
  if (unconfirmed.length > 0) {
    return { moves: unconfirmed.map((payment) => ({ do: 'void', payment })), consequence: null };
  }
  if (payments.some(({ state }) => isInFlight(state))) return wait;
  let owed = (rental.total ?? 0) - kept(payments);

  const moves: Move[] = [];
  for (const payment of holds(payments)) {
    const amount = Math.min(owed, payment.amount);
    if (amount > 0) moves.push({ do: 'capture', payment, amount });
    else moves.push({ do: 'void', payment });
    owed -= Math.max(0, amount);
  }
  moves.push(...refunds(payments, -owed));
  if (moves.length > 0) return { moves, consequence: null };

  if (owed > 0 && rental.state !== 'complete') {
    const refused = payments.findLast(({ decline_reason }) => decline_reason !== null);
    if (refused?.decline_reason) {
      return { moves, consequence: { event: 'chargeFailed', reason: refused.decline_reason } };
    }
    return { moves: [chargeFor(rental, payments, owed)], consequence: null };
  }
  return rental.state === 'settling' ? { moves, consequence: { event: 'settled' } } : wait;
}

/** The rider is not there: whoever wants a confirmation declines. */
function chargeFor(
  rental: PlannedRental,
  payments: readonly PlannedPayment[],
  amount: number,
): Move {
  const purpose = rental.state === 'lost' ? 'overdue' : 'usage';
  const attempt = nextAttempt(payments, purpose);
  return { do: 'ask', purpose, attempt, amount, charge: true, onSession: false };
}

function planPaying(payments: readonly PlannedPayment[]): Plan {
  const last = payments
    .filter(({ purpose }) => purpose === 'usage')
    .reduce<PlannedPayment | null>(
      (latest, payment) => (latest && latest.attempt > payment.attempt ? latest : payment),
      null,
    );
  if (!last || isInFlight(last.state)) return wait;
  if (last.state === 'captured') return { moves: [], consequence: { event: 'settled' } };
  const reason = last.decline_reason ?? 'declined';
  return { moves: [], consequence: { event: 'chargeFailed', reason } };
}

/** The number of the next try for this purpose. */
export function nextAttempt(
  payments: readonly Pick<PlannedPayment, 'purpose' | 'attempt'>[],
  purpose: PaymentPurpose,
): number {
  const attempts = payments.filter((other) => other.purpose === purpose);
  return Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1;
}

/** Taken so far, less what was given back. */
export function kept(payments: readonly Pick<PlannedPayment, 'captured' | 'refunded'>[]): number {
  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

/** The unlock fee first: what is left over is released from the deposit. */
function holds(payments: readonly PlannedPayment[]): PlannedPayment[] {
  const standing = payments.filter(({ state }) => state === 'authorized');
  return standing.sort(
    (a, b) => Number(b.purpose === 'unlockFee') - Number(a.purpose === 'unlockFee'),
  );
}

function voids(payments: readonly PlannedPayment[]): Move[] {
  return payments
    .filter(({ state }) => state === 'authorized' || state === 'actionRequired')
    .map((payment) => ({ do: 'void', payment }));
}

const refundOrder: PaymentPurpose[] = ['deposit', 'overdue', 'usage', 'unlockFee'];

/** Gives back up to `excess`, where it can be; a refund that was refused is with support. */
function refunds(payments: readonly PlannedPayment[], excess: number): Move[] {
  const moves: Move[] = [];
  let left = excess;
  for (const purpose of refundOrder) {
    for (const payment of payments) {
      const amount = Math.min(left, payment.captured - payment.refunded);
      if (payment.purpose !== purpose || payment.state !== 'captured') continue;
      if (payment.decline_reason || amount <= 0) continue;
      moves.push({ do: 'refund', payment, amount });
      left -= amount;
    }
  }
  return moves;
}

/** What a declined hold makes of the rental. */
export function failureOf(reason: DeclineReason): RentalFailure {
  switch (reason) {
    case 'insufficientFunds':
      return 'insufficientFunds';
    case 'expired':
      return 'cardExpired';
    case 'authenticationFailed':
      return 'authenticationFailed';
    case 'declined':
    case 'invalidCard':
      return 'paymentDeclined';
  }
}
