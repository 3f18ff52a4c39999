import { isChargeable } from './minimumCharge.ts';

/**
 * The cost of a rental: one pure function for the quote before unlocking, the running cost on the
 * phone and the bill on the server, so that they cannot disagree. All amounts are minor units of
 * `tariff.currency`, all times milliseconds since the epoch.
 */
export interface Tariff {
  id: string;
  currency: string;
  /** Due for each rental; held at the start, and charged with the usage at the end. */
  unlockFee: number;
  /** A return to the same cabinet within this time costs nothing. */
  graceMinutes: number;
  /** Per started period. */
  rate: number;
  rateMinutes: number;
  /** Time without usage costs; absent means none. */
  freeMinutes?: number | undefined;
  /** At most this much usage per `capMinutes`, counted from the end of the free time. */
  cap: number;
  capMinutes: number;
  /** Held on the card with the unlock fee; the bill is taken from it and the rest released. */
  deposit: number;
  /** After this time the whole hold is captured; a later return is billed from it. */
  depositCaptureMinutes: number;
  /** After this time the rental ends as lost. */
  lostMinutes: number;
  /** Added to the bill when the rental ends as lost. */
  overdueFee: number;
  /** The total for a lost charger, including unlock fee and usage. */
  lostTotal: number;
  /** A charger with a lower level, in per cent, is not rented out. */
  minimumLevel: number;
  /** The smallest amount of one charge at the payment provider; absent: no minimum. */
  minimumCharge?: number | undefined;
}

/** The reduction by a coupon, for a rental that costs at least `minimumTotal` without it. */
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
  /** Waived: the amount is too small for the payment provider. */
  | 'waived';

export interface BillLine {
  kind: BillLineKind;
  /** Negative for a reduction or refund. */
  amount: number;
}

export interface Bill {
  currency: string;
  lines: BillLine[];
  total: number;
}

export interface RentalTimes {
  startedAt: number;
  /** When the charger came back, or now for a running rental. */
  until: number;
  /** The charger came back to the cabinet of the pick-up. */
  sameStation: boolean;
}

const minute = 60_000;

/** The inputs of the usage. */
export type UsageTerms = Pick<
  Tariff,
  'rate' | 'rateMinutes' | 'freeMinutes' | 'cap' | 'capMinutes'
>;

/** The usage only: started periods after the free time, capped per cap period. */
export function usageAmount(
  tariff: UsageTerms,
  startedAt: number,
  until: number,
  moreFreeMinutes = 0,
): number {
  // A cabinet's clock may be wrong: a return "before" the pick-up still costs one started period.
  const elapsed = Math.max(1, until - startedAt) - freeTime(tariff, moreFreeMinutes);
  if (elapsed <= 0) return 0;
  const capPeriod = tariff.capMinutes * minute;
  const ratePeriod = tariff.rateMinutes * minute;
  const upToCap = (ms: number) => Math.min(tariff.cap, Math.ceil(ms / ratePeriod) * tariff.rate);
  const full = Math.floor(elapsed / capPeriod);
  return full * upToCap(capPeriod) + upToCap(elapsed - full * capPeriod);
}

/** Whether the cap makes the usage cheaper than the periods alone. */
export function reachedCap(tariff: Tariff, startedAt: number, until: number): boolean {
  const uncapped = usageAmount({ ...tariff, cap: Infinity }, startedAt, until);
  return usageAmount(tariff, startedAt, until) < uncapped;
}

function freeTime({ freeMinutes = 0 }: UsageTerms, more: number): number {
  return (freeMinutes + more) * minute;
}

/** The last moment at which a return to the same cabinet costs nothing. */
export function graceEndsAt({ graceMinutes }: Tariff, startedAt: number): number {
  return startedAt + graceMinutes * minute;
}

export function isWithinGrace(tariff: Tariff, times: RentalTimes): boolean {
  if (tariff.graceMinutes === 0) return false;
  return times.sameStation && times.until <= graceEndsAt(tariff, times.startedAt);
}

export function isLost(tariff: Tariff, startedAt: number, until: number): boolean {
  return until - startedAt >= tariff.lostMinutes * minute;
}

/** The held part of the unlock fee: minus the coupon, if that counts at any cost of the rental. */
export function unlockHold(
  { unlockFee }: Pick<Tariff, 'unlockFee'>,
  discount: Discount | null,
): number {
  const isSure = discount?.kind === 'amountOff' && discount.minimumTotal === 0;
  return isSure ? Math.max(0, unlockFee - discount.amount) : unlockFee;
}

/**
 * The hold on a card or an account: the unlock fee and the deposit together, or the deposit alone if
 * GoCash pays the fee. An amount too small for the payment provider is not held; what is due is
 * charged at the end.
 */
export function cardHold(
  tariff: Pick<Tariff, 'unlockFee' | 'deposit' | 'minimumCharge'>,
  discount: Discount | null,
  byGoCash: boolean,
): number {
  const amount = tariff.deposit + (byGoCash ? 0 : unlockHold(tariff, discount));
  return isChargeable(amount, tariff.minimumCharge ?? 0) ? amount : 0;
}

/** The bill of a rental that ended, or would end, at `times.until`. A lost charger has no discount. */
export function billRental(
  tariff: Tariff,
  times: RentalTimes,
  discount: Discount | null = null,
): Bill {
  const { unlockFee } = tariff;
  if (isWithinGrace(tariff, times)) {
    return bill(tariff, [
      { kind: 'unlockFee', amount: unlockFee },
      { kind: 'graceRefund', amount: -unlockFee },
    ]);
  }
  if (isLost(tariff, times.startedAt, times.until)) {
    const end = times.startedAt + tariff.lostMinutes * minute;
    const usage = Math.min(usageAmount(tariff, times.startedAt, end), tariff.lostTotal - unlockFee);
    const overdueFee = Math.min(tariff.overdueFee, tariff.lostTotal - unlockFee - usage);
    return bill(tariff, [
      { kind: 'unlockFee', amount: unlockFee },
      { kind: 'usage', amount: usage },
      { kind: 'overdueFee', amount: overdueFee },
    ]);
  }
  const usage = usageAmount(tariff, times.startedAt, times.until);
  const off = discount ? discountOf(tariff, times, discount, usage) : 0;
  return bill(tariff, [
    { kind: 'unlockFee', amount: unlockFee },
    { kind: 'usage', amount: usage },
    ...(off > 0 ? [{ kind: 'coupon' as const, amount: -off }] : []),
  ]);
}

function discountOf(
  tariff: Tariff,
  { startedAt, until }: RentalTimes,
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
 * When the running cost changes next. Null once the rental is lost. With a coupon that needs a
 * minimum, the cost may decrease at that time.
 */
export function nextStepAt(
  tariff: Tariff,
  startedAt: number,
  now: number,
  discount: Discount | null = null,
): number | null {
  const lostAt = startedAt + tariff.lostMinutes * minute;
  if (now >= lostAt) return null;
  const totalAfter = (at: number) =>
    billRental(tariff, { startedAt, until: at + 1, sameStation: false }, discount).total;
  const free = discount?.kind === 'freeMinutes' ? [0, discount.minutes] : [0];
  let at = Math.max(startedAt, now);
  const total = totalAfter(at);
  do {
    const steps = free.map((more) => usageStepAfter(tariff, startedAt, at, more));
    at = Math.min(lostAt, ...steps);
  } while (at < lostAt && totalAfter(at) === total);
  return at;
}

/** The end of the free time, or of the period that is running at `at`. */
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

/** The price information before unlocking. */
export interface Quote {
  currency: string;
  /** The unlock fee, reduced by the coupon if that counts whatever the rental costs. */
  unlockHold: number;
  deposit: number;
  /**
   * Held on the card: the two together, or the deposit alone if GoCash pays the fee. 0 if that is
   * too small for the provider.
   */
  cardHold: number;
  /** Held in all, on the card and in GoCash. */
  held: number;
  /**
   * The rental costs `total` once the first period has started, this many minutes after the
   * pick-up.
   */
  firstStep: { afterMinutes: number; total: number };
  /** At most this much usage in this many minutes. */
  cap: { amount: number; minutes: number };
  /** The cost of a charger that is never returned, and the time until it counts as lost. */
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

/** The highest possible usage: the charger is returned just before it counts as lost. */
function longestUsage(tariff: Tariff): number {
  return usageAmount(tariff, 0, tariff.lostMinutes * minute - 1);
}

/**
 * The highest reduction that a coupon can give on a rental, whenever the charger is returned. 0 if
 * the coupon never counts.
 */
export function maxDiscount(tariff: Tariff, discount: Discount): number {
  const lostAt = tariff.lostMinutes * minute;
  const whole = tariff.unlockFee + longestUsage(tariff);
  if (whole < discount.minimumTotal) return 0;
  if (discount.kind === 'amountOff') return Math.min(discount.amount, whole);
  let most = 0;
  // The reduction is highest just after the start of a period without the coupon. Until the next
  // such start, the cost with the coupon can only rise.
  for (let at = 0; at < lostAt; at = usageStepAfter(tariff, 0, at, 0)) {
    const times = { startedAt: 0, until: at + 1, sameStation: false };
    most = Math.max(most, discountOf(tariff, times, discount, usageAmount(tariff, 0, at + 1)));
  }
  return most;
}
