import type { RentalFailure, RentalState } from '../../../contract/orders.ts';
import type { PaymentState } from '../../../contract/payment.ts';
import { goCashShare, isChargeable } from '../../../contract/rules/pricing/minimumCharge.ts';
import {
  cardHold,
  unlockHold,
  type Discount,
  type Tariff,
} from '../../../contract/rules/pricing/pricing.ts';
import type { StoredPurpose } from '../../db/schema.ts';
import type { DeclineReason } from '../../providers/payments/provider.ts';
import { isInFlight } from '../payments/machine.ts';

/** The data of a payment that the plan needs. Amounts are in minor units of one currency. */
export interface PlannedPayment {
  readonly id: string;
  /** A payment from GoCash is complete at once, and is never declined. */
  readonly source: 'provider' | 'goCash';
  readonly purpose: StoredPurpose;
  readonly attempt: number;
  readonly state: PaymentState;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  /** The reason of the last decline. It is null if the payment was not declined. */
  readonly decline_reason: DeclineReason | null;
}

interface PlannedRental {
  readonly state: RentalState;
  readonly tariff: Tariff;
  readonly discount: Discount | null;
  /** The bill's total. It is null until the bill is known. */
  readonly total: number | null;
}

export type Move<P extends PlannedPayment = PlannedPayment> =
  | {
      readonly do: 'ask';
      readonly source: PlannedPayment['source'];
      readonly purpose: StoredPurpose;
      readonly attempt: number;
      readonly amount: number;
      /** True for a charge at once; false for a hold. */
      readonly charge: boolean;
      readonly onSession: boolean;
    }
  | { readonly do: 'capture'; readonly payment: P; readonly amount: number }
  | { readonly do: 'void'; readonly payment: P }
  | { readonly do: 'refund'; readonly payment: P; readonly amount: number };

export type Ask = Extract<Move, { do: 'ask' }>;

/** The effect of the payments' states on the rental. */
export type Consequence =
  | { readonly event: 'authorized' | 'settled' }
  | { readonly event: 'abandoned'; readonly failure: RentalFailure }
  | { readonly event: 'chargeFailed'; readonly reason: DeclineReason }
  /** The rest of the bill is below the minimum charge, so the server does not charge it. */
  | { readonly event: 'waived'; readonly amount: number };

export interface Plan<P extends PlannedPayment = PlannedPayment> {
  readonly moves: readonly Move<P>[];
  readonly consequence: Consequence | null;
}

const wait: Plan<never> = { moves: [], consequence: null };

/**
 * Plans the next moves of a rental's money. The plan depends only on the stored state, so that a call after
 * a crash continues with the same plan.
 *
 * @param wallet the GoCash that the rental may use, in minor units. It is null if the rider does not pay
 * with GoCash.
 */
export function planNextSteps<P extends PlannedPayment>(
  rental: PlannedRental,
  payments: readonly P[],
  wallet: number | null,
): Plan<P> {
  switch (rental.state) {
    case 'authorizing':
      return planHolds(rental, payments, wallet);
    case 'ejecting':
    case 'ejectUnknown':
      return wait;
    case 'charging':
      return captureWhole(payments.filter((payment) => isFormerFee(payment, payments)));
    case 'overdue':
      return captureWhole(payments);
    case 'settling':
    case 'lost':
    case 'complete':
      return planSettlement(rental, payments, wallet ?? 0);
    case 'unpaid':
      return planUnpaid(rental, payments);
    case 'paying':
      return planPaying(payments);
    case 'failed':
    case 'review':
      return { moves: [...voids(payments), ...refunds(payments, Infinity)], consequence: null };
  }
}

/** Plans one hold after the other, so that the server requests no second hold if the first hold is declined. */
function planHolds<P extends PlannedPayment>(
  rental: PlannedRental,
  payments: readonly P[],
  wallet: number | null,
): Plan<P> {
  for (const { purpose, amount, source } of wantedHolds(rental, payments, wallet !== null)) {
    if (amount === 0) continue;
    const payment = payments.find((other) => other.purpose === purpose);
    if (!payment) {
      if (source === 'goCash' && (wallet ?? 0) < amount) {
        return { moves: [], consequence: { event: 'abandoned', failure: 'insufficientFunds' } };
      }
      const ask = { purpose, amount, source, attempt: 1, charge: false, onSession: true } as const;
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

type WantedHold = Pick<PlannedPayment, 'purpose' | 'amount' | 'source'>;

/**
 * The holds that a rental needs. The payment method gets one hold for the unlock fee and the deposit. If GoCash pays
 * the fee, the hold is only for the deposit. An amount below the minimum charge gets no hold.
 */
function wantedHolds(
  { tariff, discount }: PlannedRental,
  payments: readonly PlannedPayment[],
  byGoCash: boolean,
): WantedHold[] {
  const fee = unlockHold(tariff, discount);
  const amount = cardHold(tariff, discount, byGoCash);
  if (byGoCash) {
    return [
      { purpose: 'unlockFee', amount: fee, source: 'goCash' },
      { purpose: 'deposit', amount, source: 'provider' },
    ];
  }
  if (payments.some(isFormerHold)) return formerHolds(tariff, fee);
  const alone = tariff.deposit === 0 ? 'unlockFee' : 'deposit';
  const purpose = tariff.deposit > 0 && fee > 0 ? 'rental' : alone;
  return [{ purpose, amount, source: 'provider' }];
}

/**
 * Whether a hold at the provider is only for the unlock fee, or only for the deposit. An earlier version of the server
 * held these two amounts separately.
 */
function isFormerHold({ purpose, source }: PlannedPayment): boolean {
  return source === 'provider' && (purpose === 'unlockFee' || purpose === 'deposit');
}

/**
 * The two holds of a rental that began with an earlier version of the server. Such a rental gets no third
 * hold.
 */
function formerHolds(tariff: Tariff, fee: number): WantedHold[] {
  const minimum = minimumOf(tariff);
  const held = (amount: number) => (isChargeable(amount, minimum) ? amount : 0);
  return [
    { purpose: 'unlockFee', amount: held(fee), source: 'provider' },
    { purpose: 'deposit', amount: held(tariff.deposit), source: 'provider' },
  ];
}

/** Whether a payment is the separate hold of the unlock fee, which is captured once the charger is out. */
function isFormerFee(payment: PlannedPayment, payments: readonly PlannedPayment[]): boolean {
  if (payment.source !== 'provider' || payment.purpose !== 'unlockFee') return false;
  return payments.some(({ source, purpose }) => source === 'provider' && purpose === 'deposit');
}

function captureWhole<P extends PlannedPayment>(payments: readonly P[]): Plan<P> {
  const moves = payments
    .filter(({ state }) => state === 'authorized')
    .map((payment): Move<P> => ({ do: 'capture', payment, amount: payment.amount }));
  return { moves, consequence: null };
}

/**
 * Plans the payment of the bill. GoCash pays first, as much as possible. Then the holds pay, and then a charge of the
 * payment method. The server waives a rest below the minimum charge.
 */
function planSettlement<P extends PlannedPayment>(
  rental: PlannedRental,
  payments: readonly P[],
  wallet: number,
): Plan<P> {
  // A charge that still waits for its confirmation belongs to an earlier bill that was corrected.
  const unconfirmed = payments.filter(({ state }) => state === 'actionRequired');
  if (unconfirmed.length > 0) {
    return { moves: unconfirmed.map((payment) => ({ do: 'void', payment })), consequence: null };
  }
  if (payments.some(({ state }) => isInFlight(state))) return wait;
  let owed = (rental.total ?? 0) - netCaptured(payments);

  const minimum = minimumOf(rental.tariff);
  const moves: Move<P>[] = [];
  const standing = holds(payments);
  const fromWallet = goCashShare(owed - sumOf(standing.filter(isSpentFirst)), wallet, minimum);
  if (fromWallet > 0 && rental.state !== 'complete') {
    return { moves: planPayment(payments, fromWallet, fromWallet), consequence: null };
  }
  const setAside = sumOf(standing.filter(({ source }) => source === 'goCash'));
  const waiver = waiverOf(owed - setAside, minimum);
  if (waiver && rental.state !== 'complete') return { moves, consequence: waiver };
  for (const payment of standing) {
    const amount = Math.min(owed, payment.amount);
    if (isTakeable(payment, amount, minimum)) {
      moves.push({ do: 'capture', payment, amount });
      owed -= amount;
    } else {
      moves.push({ do: 'void', payment });
    }
  }
  moves.push(...refunds(payments, -owed));
  if (moves.length > 0) return { moves, consequence: null };

  if (owed > 0 && rental.state !== 'complete') {
    const rest = waiverOf(owed, minimum);
    if (rest) return { moves, consequence: rest };
    const charge = chargeFor(rental, payments, owed);
    const reason = refusalOf(charge, payments);
    if (reason) return { moves, consequence: { event: 'chargeFailed', reason } };
    return { moves: [charge], consequence: null };
  }
  return rental.state === 'settling' ? { moves, consequence: { event: 'settled' } } : wait;
}

/** Waives an unpaid bill below the minimum charge, because no card can pay it. */
function planUnpaid<P extends PlannedPayment>(
  { tariff, total }: PlannedRental,
  payments: readonly P[],
): Plan<P> {
  const moves = voids(payments);
  if (moves.length > 0) return { moves, consequence: null };
  if (payments.some(({ state }) => isInFlight(state))) return wait;
  const owed = (total ?? 0) - netCaptured(payments);
  const settled: Consequence | null = owed > 0 ? null : { event: 'settled' };
  return { moves, consequence: settled ?? waiverOf(owed, minimumOf(tariff)) };
}

function minimumOf({ minimumCharge = 0 }: Tariff): number {
  return minimumCharge;
}

function waiverOf(owed: number, minimum: number): Consequence | null {
  return owed > 0 && owed < minimum ? { event: 'waived', amount: owed } : null;
}

/** Whether the provider accepts a capture of this amount. GoCash has no minimum charge. */
function isTakeable({ source }: PlannedPayment, amount: number, minimum: number): boolean {
  return isChargeable(amount, source === 'provider' ? minimum : 0);
}

/** Plans a charge without the rider. The charge is declined if the payment method needs a confirmation. */
function chargeFor(
  rental: PlannedRental,
  payments: readonly PlannedPayment[],
  amount: number,
): Ask {
  const purpose = rental.state === 'lost' ? 'overdue' : 'usage';
  const attempt = nextAttempt(payments, purpose);
  return {
    do: 'ask',
    source: 'provider',
    purpose,
    attempt,
    amount,
    charge: true,
    onSession: false,
  };
}

/**
 * The reason why a charge with this purpose and amount was declined before. It is null if no such charge was
 * declined.
 */
function refusalOf(charge: Ask, payments: readonly PlannedPayment[]): DeclineReason | null {
  const refused = payments.findLast(
    ({ purpose, amount, captured, decline_reason }) =>
      purpose === charge.purpose &&
      amount === charge.amount &&
      captured === 0 &&
      decline_reason !== null,
  );
  return refused?.decline_reason ?? null;
}

/** Plans a payment of the amount due: first the part from GoCash, then the part of the payment method. */
export function planPayment(
  payments: readonly PlannedPayment[],
  due: number,
  fromWallet: number,
): Ask[] {
  const first = nextAttempt(payments, 'usage');
  const rest = due - fromWallet;
  const parts = [
    { source: 'goCash', amount: fromWallet, charge: rest === 0 },
    { source: 'provider', amount: rest, charge: true },
  ] as const;
  return parts
    .filter(({ amount }) => amount > 0)
    .map((part, i) => ({
      do: 'ask',
      purpose: 'usage',
      attempt: first + i,
      onSession: true,
      ...part,
    }));
}

/**
 * Plans the moves of a payment of the amount due. If the payment method pays, captures the GoCash part. If the method
 * declines, releases the GoCash part.
 */
function planPaying<P extends PlannedPayment>(payments: readonly P[]): Plan<P> {
  const last = payments
    .filter(({ purpose }) => purpose === 'usage')
    .reduce<P | null>(
      (latest, payment) => (latest && latest.attempt > payment.attempt ? latest : payment),
      null,
    );
  if (!last || isInFlight(last.state)) return wait;
  const setAside = payments.filter(
    ({ source, state }) => source === 'goCash' && state === 'authorized',
  );
  if (setAside.length > 0) {
    const isPaid = last.state === 'captured';
    const moves = setAside.map((payment): Move<P> =>
      isPaid ? { do: 'capture', payment, amount: payment.amount } : { do: 'void', payment },
    );
    return { moves, consequence: null };
  }
  if (last.state === 'captured') return { moves: [], consequence: { event: 'settled' } };
  const reason = last.decline_reason ?? 'declined';
  return { moves: [], consequence: { event: 'chargeFailed', reason } };
}

/** The number of the next payment attempt for this purpose. */
function nextAttempt(
  payments: readonly Pick<PlannedPayment, 'purpose' | 'attempt'>[],
  purpose: StoredPurpose,
): number {
  const attempts = payments.filter((other) => other.purpose === purpose);
  return Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1;
}

/** The captured amount of all payments, less refunds. */
export function netCaptured(
  payments: readonly Pick<PlannedPayment, 'captured' | 'refunded'>[],
): number {
  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

/**
 * The active holds, with the hold that contains the deposit at the end. This hold pays the rest of
 * the bill, and the unused part of the hold is released.
 */
function holds<P extends PlannedPayment>(payments: readonly P[]): P[] {
  const standing = payments.filter(({ state }) => state === 'authorized');
  return standing.sort((a, b) => Number(isSpentFirst(b)) - Number(isSpentFirst(a)));
}

function isSpentFirst({ purpose }: PlannedPayment): boolean {
  return purpose !== 'deposit' && purpose !== 'rental';
}

function sumOf(payments: readonly PlannedPayment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0);
}

function voids<P extends PlannedPayment>(payments: readonly P[]): Move<P>[] {
  return payments
    .filter(({ state }) => state === 'authorized' || state === 'actionRequired')
    .map((payment) => ({ do: 'void', payment }));
}

const refundOrder: StoredPurpose[] = ['rental', 'deposit', 'overdue', 'usage', 'unlockFee'];

/**
 * Plans refunds of `excess` in total, in the order of `refundOrder`. Among payments with the same purpose, the newest
 * payment is refunded first. The function skips payments with a refused refund, because support handles them.
 */
function refunds<P extends PlannedPayment>(payments: readonly P[], excess: number): Move<P>[] {
  const moves: Move<P>[] = [];
  let left = excess;
  for (const purpose of refundOrder) {
    for (const payment of payments.toReversed()) {
      const amount = Math.min(left, payment.captured - payment.refunded);
      if (payment.purpose !== purpose || payment.state !== 'captured') continue;
      if (payment.decline_reason || amount <= 0) continue;
      moves.push({ do: 'refund', payment, amount });
      left -= amount;
    }
  }
  return moves;
}

/** The failure of a rental whose hold was declined for this reason. */
function failureOf(reason: DeclineReason): RentalFailure {
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
