import { isChargeable } from './minimumCharge.ts';
import { countedUntil, realTime, type Pause } from './pauses.ts';

/**
 * The cost of a rental. The price before unlocking, the running cost on the phone and the bill on the server cannot
 * differ, because these functions compute all of them. All amounts are minor units of `tariff.currency`, and all times
 * are milliseconds since the epoch.
 */
export interface Tariff {
  id: string;
  currency: string;
  /** The fee for each rental. It is held at the start, and charged with the usage at the end. */
  unlockFee: number;
  /** A return to the cabinet of the pick-up within this time costs nothing. */
  graceMinutes: number;
  /** The price of each started period of `rateMinutes`. */
  rate: number;
  rateMinutes: number;
  /** The time for which usage costs nothing. Absent means that no time is free. */
  freeMinutes?: number | undefined;
  /** The highest usage per `capMinutes`, counted from the end of the free time. */
  cap: number;
  capMinutes: number;
  /**
   * The deposit is held together with the unlock fee. The bill is captured from this hold, and the rest is released.
   */
  deposit: number;
  /**
   * After this time the whole hold is captured. If the charger is returned later, the bill is paid
   * from the captured amount.
   */
  depositCaptureMinutes: number;
  /** After this time the rental ends as lost. */
  lostMinutes: number;
  /** Added to the bill when the rental ends as lost, as far as `lostTotal` allows. */
  overdueFee: number;
  /** The total price of a lost charger, including unlock fee and usage. */
  lostTotal: number;
  /**
   * If a lost charger comes back within this many days after the loss, the rider gets the fee for the loss back. Absent
   * means 30 days.
   */
  foundDays?: number | undefined;
  /** The lowest level, in per cent, of a charger that riders can rent. */
  minimumLevel: number;
  /** The smallest charge that the payment provider accepts. Absent means no minimum. */
  minimumCharge?: number | undefined;
}

/**
 * The reduction by a coupon, for a rental that costs at least `minimumTotal` without the coupon.
 */
export type Discount =
  | { kind: 'amountOff'; amount: number; minimumTotal: number }
  | { kind: 'freeMinutes'; minutes: number; minimumTotal: number };

type BillLineKind =
  | 'unlockFee'
  | 'usage'
  | 'overdueFee'
  | 'graceRefund'
  | 'coupon'
  | 'supportRefund'
  /** The rental is free, because the charger does not charge. */
  | 'faultyCharger'
  /** The unpaid part of the bill is waived, because it is too small for the payment provider. */
  | 'waived';

export interface BillLine {
  kind: BillLineKind;
  /** The amount is negative for a reduction or a refund. */
  amount: number;
}

export interface Bill {
  currency: string;
  lines: BillLine[];
  total: number;
}

export interface RentalTimes {
  startedAt: number;
  /** The time of the return, or the current time for a running rental. */
  until: number;
  /** Whether the charger was returned to the cabinet of the pick-up. */
  sameStation: boolean;
  /** The times in which the clock stood still. They cost nothing, and delay the end of the grace time and the loss. */
  pauses?: readonly Pause[] | undefined;
}

const minute = 60_000;

/** The parts of a tariff that determine the usage. */
export type UsageTerms = Pick<
  Tariff,
  'rate' | 'rateMinutes' | 'freeMinutes' | 'cap' | 'capMinutes'
>;

/**
 * Only the usage: the price of the started periods after the free time, limited by the cap in each
 * cap period.
 */
export function usageAmount(
  tariff: UsageTerms,
  startedAt: number,
  until: number,
  moreFreeMinutes = 0,
): number {
  // A cabinet's clock may be wrong. A return with a time before the pick-up still costs one period.
  const elapsed = Math.max(1, until - startedAt) - freeTime(tariff, moreFreeMinutes);
  if (elapsed <= 0) return 0;
  const capPeriod = tariff.capMinutes * minute;
  const ratePeriod = tariff.rateMinutes * minute;
  const upToCap = (ms: number) => Math.min(tariff.cap, Math.ceil(ms / ratePeriod) * tariff.rate);
  const full = Math.floor(elapsed / capPeriod);
  return full * upToCap(capPeriod) + upToCap(elapsed - full * capPeriod);
}

/** Whether the cap makes the usage cheaper than the periods alone. */
export function reachedCap(
  tariff: Tariff,
  startedAt: number,
  until: number,
  pauses: readonly Pause[] = [],
): boolean {
  const counted = countedUntil(startedAt, until, pauses);
  const uncapped = usageAmount({ ...tariff, cap: Infinity }, startedAt, counted);
  return usageAmount(tariff, startedAt, counted) < uncapped;
}

function freeTime({ freeMinutes = 0 }: UsageTerms, more: number): number {
  return (freeMinutes + more) * minute;
}

/** The last moment at which a return to the cabinet of the pick-up costs nothing. */
export function graceEndsAt(
  { graceMinutes }: Tariff,
  startedAt: number,
  pauses: readonly Pause[] = [],
): number {
  return realTime(startedAt, startedAt + graceMinutes * minute, pauses);
}

export function isWithinGrace(tariff: Tariff, times: RentalTimes): boolean {
  if (tariff.graceMinutes === 0) return false;
  return times.sameStation && times.until <= graceEndsAt(tariff, times.startedAt, times.pauses);
}

export function isLost(
  tariff: Tariff,
  startedAt: number,
  until: number,
  pauses: readonly Pause[] = [],
): boolean {
  return countedUntil(startedAt, until, pauses) - startedAt >= tariff.lostMinutes * minute;
}

/** If a lost charger is returned until this time, the rider gets the fee for the loss back. */
export function foundEndsAt(tariff: Tariff, lostAt: number): number {
  return lostAt + foundDaysOf(tariff) * 24 * 60 * minute;
}

export function foundDaysOf({ foundDays = 30 }: Pick<Tariff, 'foundDays'>): number {
  return foundDays;
}

/**
 * The bill of a lost charger that came back after its loss: the unlock fee and the usage up to the loss, without the
 * fee for the loss. The caps and `lostTotal` limit the usage. A rental whose charger does not charge costs nothing.
 */
export function billFound(tariff: Tariff, startedAt: number, isFree = false): Bill {
  const lostAt = startedAt + tariff.lostMinutes * minute;
  const lost = billRental(tariff, { startedAt, until: lostAt, sameStation: false });
  const found = bill(
    tariff,
    lost.lines.filter(({ kind }) => kind !== 'overdueFee'),
  );
  return isFree ? withoutCost(tariff, found) : found;
}

/**
 * Returns the end of the billed usage. An open claim delays the loss. If the charger then comes back after the usual
 * time of the loss, the bill contains the usage up to that usual time, and no fee for a loss.
 */
export function endBeforeLoss(
  tariff: Tariff,
  startedAt: number,
  until: number,
  pauses: readonly Pause[] = [],
): number {
  return Math.min(until, realTime(startedAt, startedAt + tariff.lostMinutes * minute - 1, pauses));
}

/**
 * The amount that is held for the unlock fee. Only a coupon with a fixed amount and without a minimum total reduces it,
 * because only this reduction is certain before the end of the rental.
 */
export function unlockHold(
  { unlockFee }: Pick<Tariff, 'unlockFee'>,
  discount: Discount | null,
): number {
  const isSure = discount?.kind === 'amountOff' && discount.minimumTotal === 0;
  return isSure ? Math.max(0, unlockFee - discount.amount) : unlockFee;
}

/**
 * The hold on a card or an account: the unlock fee and the deposit together, or only the deposit if GoCash pays the
 * fee. If the amount is too small for the payment provider, nothing is held, and the amount due is charged at the end.
 */
export function cardHold(
  tariff: Pick<Tariff, 'unlockFee' | 'deposit' | 'minimumCharge'>,
  discount: Discount | null,
  byGoCash: boolean,
): number {
  const amount = tariff.deposit + (byGoCash ? 0 : unlockHold(tariff, discount));
  return isChargeable(amount, tariff.minimumCharge ?? 0) ? amount : 0;
}

/** The bill of a rental with the end `times.until`. Coupons do not reduce the price of a lost charger. */
export function billRental(
  tariff: Tariff,
  times: RentalTimes,
  discount: Discount | null = null,
): Bill {
  const { startedAt, until, pauses = [] } = times;
  const counted = billCounted(tariff, times, discount);
  if (!discount || pauses.length === 0) return counted;
  // A pause makes the usage smaller, so that the rental may no longer reach the minimum total of
  // the coupon. The bill that ignores the pauses may then be lower. The lower bill applies, because
  // a pause must never make a rental more expensive.
  const end = endBeforeLoss(tariff, startedAt, until);
  const whole = billCounted(tariff, { ...times, until: end, pauses: [] }, discount);
  return whole.total < counted.total ? whole : counted;
}

/** The bill of a rental, with the clock stopped during the pauses. */
function billCounted(tariff: Tariff, times: RentalTimes, discount: Discount | null): Bill {
  const { unlockFee } = tariff;
  if (isWithinGrace(tariff, times)) {
    return bill(tariff, [
      { kind: 'unlockFee', amount: unlockFee },
      { kind: 'graceRefund', amount: -unlockFee },
    ]);
  }
  if (isLost(tariff, times.startedAt, times.until, times.pauses)) {
    const end = times.startedAt + tariff.lostMinutes * minute;
    const usage = Math.min(usageAmount(tariff, times.startedAt, end), tariff.lostTotal - unlockFee);
    const overdueFee = Math.min(tariff.overdueFee, tariff.lostTotal - unlockFee - usage);
    return bill(tariff, [
      { kind: 'unlockFee', amount: unlockFee },
      { kind: 'usage', amount: usage },
      { kind: 'overdueFee', amount: overdueFee },
    ]);
  }
  const { startedAt } = times;
  const until = countedUntil(startedAt, times.until, times.pauses);
  const usage = usageAmount(tariff, startedAt, until);
  const off = discount ? discountOf(tariff, { startedAt, until }, discount, usage) : 0;
  return bill(tariff, [
    { kind: 'unlockFee', amount: unlockFee },
    { kind: 'usage', amount: usage },
    ...(off > 0 ? [{ kind: 'coupon' as const, amount: -off }] : []),
  ]);
}

/** The bill of a rental whose charger does not charge. Only a loss is billed as usual. */
export function freeBill(tariff: Tariff, times: RentalTimes): Bill {
  const usual = billRental(tariff, times);
  if (usual.total === 0) return usual;
  if (isLost(tariff, times.startedAt, times.until, times.pauses)) return usual;
  return withoutCost(tariff, usual);
}

export interface ReturnTerms {
  /** The coupon; null for a rental without a coupon. */
  discount: Discount | null;
  /** Whether the rental costs nothing until the loss, because the charger does not charge. */
  isFree: boolean;
  /** Whether a pause or a claim has postponed the loss. A return before the postponed loss is not billed as a loss. */
  isPostponed: boolean;
}

/** The bill of a rental whose charger is returned at `times.until`, before the rental ends as lost. */
export function billReturn(tariff: Tariff, times: RentalTimes, terms: ReturnTerms): Bill {
  const { startedAt, until, pauses } = times;
  const end = terms.isPostponed ? endBeforeLoss(tariff, startedAt, until, pauses) : until;
  const counted = { ...times, until: end };
  return terms.isFree ? freeBill(tariff, counted) : billRental(tariff, counted, terms.discount);
}

function withoutCost(tariff: Tariff, { lines, total }: Bill): Bill {
  return bill(tariff, [...lines, { kind: 'faultyCharger', amount: -total }]);
}

function discountOf(
  tariff: Tariff,
  { startedAt, until }: Pick<RentalTimes, 'startedAt' | 'until'>,
  discount: Discount,
  usage: number,
): number {
  const whole = tariff.unlockFee + usage;
  if (whole < discount.minimumTotal) return 0;
  if (discount.kind === 'amountOff') return Math.min(discount.amount, whole);
  return usage - usageAmount(tariff, startedAt, until, discount.minutes);
}

function bill({ currency }: Tariff, lines: BillLine[]): Bill {
  return { currency, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}

/**
 * The time of the next change of the running cost; null if the rental is lost. The cost may decrease at
 * that time if the coupon needs a minimum total.
 */
export function nextStepAt(
  tariff: Tariff,
  startedAt: number,
  now: number,
  discount: Discount | null = null,
  pauses: readonly Pause[] = [],
): number | null {
  const lostAt = realTime(startedAt, startedAt + tariff.lostMinutes * minute, pauses);
  if (now >= lostAt) return null;
  const totalAfter = (at: number) =>
    billRental(tariff, { startedAt, until: at + 1, sameStation: false, pauses }, discount).total;
  const free = discount?.kind === 'freeMinutes' ? [0, discount.minutes] : [0];
  let at = Math.max(startedAt, now);
  const total = totalAfter(at);
  do {
    at = Math.min(lostAt, ...stepsAfter(at));
  } while (at < lostAt && totalAfter(at) === total);
  return at;

  function stepsAfter(before: number): number[] {
    const counted = countedUntil(startedAt, before, pauses);
    const steps = free.map((more) =>
      realTime(startedAt, usageStepAfter(tariff, startedAt, counted, more), pauses),
    );
    if (pauses.length === 0) return steps;
    return [
      ...steps,
      // A change of the cost that would fall into a pause happens at the end of the pause.
      ...pauses.flatMap(({ endsAt }) => (endsAt > before ? [endsAt] : [])),
      // With a coupon, the bill that ignores the pauses may apply. This bill changes at other
      // times.
      ...(discount ? free.map((more) => usageStepAfter(tariff, startedAt, before, more)) : []),
    ];
  }
}

/**
 * The next time after `at` at which the usage may rise. During the free time, this is the end of the free time. If the
 * usage has reached the cap, it is the end of the cap period. Otherwise it is the end of the running period of the
 * rate, or the end of the cap period if this comes earlier.
 */
function usageStepAfter(tariff: Tariff, startedAt: number, at: number, moreFree: number): number {
  const from = startedAt + freeTime(tariff, moreFree);
  if (at < from) return from;
  const capPeriod = tariff.capMinutes * minute;
  const ratePeriod = tariff.rateMinutes * minute;
  const capStart = from + Math.floor((at - from) / capPeriod) * capPeriod;
  const periods = Math.floor((at - capStart) / ratePeriod) + 1;
  const isCapped = periods * tariff.rate >= tariff.cap;
  return capStart + (isCapped ? capPeriod : Math.min(periods * ratePeriod, capPeriod));
}

/** The prices that the app shows before unlocking. */
export interface Quote {
  currency: string;
  /**
   * The amount that is held for the unlock fee. Only a coupon with a fixed amount and without a minimum total reduces
   * it.
   */
  unlockHold: number;
  deposit: number;
  /**
   * The hold on the card: unlock fee and deposit together, or only the deposit if GoCash pays the fee. It
   * is 0 if the amount is too small for the provider.
   */
  cardHold: number;
  /** The total of the amounts that are held on the card and in GoCash. */
  held: number;
  /** The first period starts `afterMinutes` after the pick-up. From its start, the rental costs `total`. */
  firstStep: { afterMinutes: number; total: number };
  /** The usage is at most `amount` in this many minutes. */
  cap: { amount: number; minutes: number };
  /** The time after which a charger counts as lost, and the total price of a lost charger. */
  lost: { afterMinutes: number; total: number };
  /** The highest possible bill, with or without a coupon. */
  worst: number;
}

/** The price of a rental that has not begun. */
export function quote(tariff: Tariff, discount: Discount | null = null, byGoCash = false): Quote {
  const { currency, deposit, lostMinutes } = tariff;
  const more =
    discount?.kind === 'freeMinutes' && discount.minimumTotal === 0 ? discount.minutes : 0;
  const free = Math.min((tariff.freeMinutes ?? 0) + more, lostMinutes);
  const totalAt = (until: number) =>
    billRental(tariff, { startedAt: 0, until, sameStation: false }, discount).total;
  const lost = totalAt(lostMinutes * minute);
  const unlocked = unlockHold(tariff, discount);
  const onCard = cardHold(tariff, discount, byGoCash);
  return {
    currency,
    unlockHold: unlocked,
    deposit,
    cardHold: onCard,
    held: onCard + (byGoCash ? unlocked : 0),
    firstStep: { afterMinutes: free, total: totalAt(free * minute + 1) },
    cap: { amount: tariff.cap, minutes: tariff.capMinutes },
    lost: { afterMinutes: lostMinutes, total: lost },
    worst: Math.max(lost, tariff.unlockFee + longestUsage(tariff)),
  };
}

/** The highest possible usage, which is due if the charger is returned just before it counts as lost. */
function longestUsage(tariff: Tariff): number {
  return usageAmount(tariff, 0, tariff.lostMinutes * minute - 1);
}

/**
 * The highest reduction that a coupon can give on a rental, for any time of the return. It is 0 if the coupon cannot
 * reduce the rental.
 */
export function maxDiscount(tariff: Tariff, discount: Discount): number {
  const lostAt = tariff.lostMinutes * minute;
  const whole = tariff.unlockFee + longestUsage(tariff);
  if (whole < discount.minimumTotal) return 0;
  if (discount.kind === 'amountOff') return Math.min(discount.amount, whole);
  let most = 0;
  // The loop visits the start of each period of the price without the coupon. The reduction is highest just after such
  // a start. Until the next start, the reduction can only become smaller.
  for (let at = 0; at < lostAt; at = usageStepAfter(tariff, 0, at, 0)) {
    const times = { startedAt: 0, until: at + 1, sameStation: false };
    most = Math.max(most, discountOf(tariff, times, discount, usageAmount(tariff, 0, at + 1)));
  }
  return most;
}
