import type { Money } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { discountOfCoupon } from '../../../../contract/rules/pricing/coupons.ts';
import { readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import type { Pause } from '../../../../contract/rules/pricing/pauses.ts';
import {
  billRental,
  endBeforeLoss,
  graceEndsAt,
  isLost,
  nextStepAt,
} from '../../../../contract/rules/pricing/pricing.ts';
import type { Discount, Tariff } from '../../../../contract/rules/pricing/pricing.ts';

export interface RunningCost {
  /** The cost if the rider returned the charger now to another station than the station of the pick-up. */
  soFar: Money;
  /**
   * The next change of the cost: the last moment of the cost `soFar` in milliseconds since the epoch, and the cost after
   * it. The cost may fall if a coupon needs a minimum total. The value is null if the charger is lost, or while a claim
   * stops the clock.
   */
  next: { at: number; total: Money } | null;
  /**
   * The end of the grace time, in milliseconds since the epoch. The value is null if the grace time has
   * passed.
   */
  freeUntil: number | null;
}

interface CostTerms {
  pauses?: readonly Pause[];
  /** The coupon; null for the cost without a coupon. */
  discount?: Discount | null;
  /** By how many milliseconds pauses and claims have postponed the loss. */
  postponedMs?: number;
}

/** Returns the cost of a rental whose charger is not back yet, by the same rule as the bill. */
export function runningCost(
  tariff: Tariff,
  startedAt: number,
  now: number,
  { pauses = [], discount = null, postponedMs = 0 }: CostTerms = {},
): RunningCost {
  const money = (amount: number): Money => ({ amount, currency: tariff.currency });
  const totalAt = (until: number) =>
    money(billRental(tariff, { startedAt, until, sameStation: false, pauses }, discount).total);
  // If the loss is postponed, a return between the usual and the postponed time of the loss is not billed as a loss.
  const end = postponedMs > 0 ? endBeforeLoss(tariff, startedAt, now, pauses) : now;
  const freeUntil = graceEndsAt(tariff, startedAt, pauses);
  return { soFar: totalAt(end), next: next(), freeUntil: end <= freeUntil ? freeUntil : null };

  function next(): RunningCost['next'] {
    // Search from one millisecond earlier, because a period includes its last millisecond. If `end` is this
    // millisecond, the next period has not begun.
    const at = nextStepAt(tariff, startedAt, end - 1, discount, pauses);
    if (at === null) return null;
    if (!isLost(tariff, startedAt, at, pauses)) return { at, total: totalAt(at + 1) };
    const lostAt = startedAt + tariff.lostMinutes * 60_000 + postponedMs;
    if (now >= lostAt) return null;
    // Neither a coupon nor a pause reduces the bill of a loss.
    const lost = billRental(tariff, { startedAt, until: lostAt, sameStation: false });
    return { at: lostAt, total: money(lost.total) };
  }
}

type Running = Pick<
  Order,
  'tariff' | 'createdAt' | 'startedAt' | 'pauses' | 'movedSeconds' | 'coupon' | 'faulty'
>;

/**
 * Returns the cost of an order whose charger is not back yet. The cost contains the coupon of the
 * order, as the bill does. If the charger does not charge, the cost so far is 0.
 *
 * @param stoppedAt the time at which a claim has stopped the clock; null if the clock runs.
 */
export function runningCostOf(order: Running, now: number, stoppedAt: number | null): RunningCost {
  const cost = costWhileRunning(order, now, stoppedAt);
  return order.faulty === undefined ? cost : { ...cost, soFar: { ...cost.soFar, amount: 0 } };
}

function costWhileRunning(order: Running, now: number, stoppedAt: number | null): RunningCost {
  const { tariff, coupon, movedSeconds = 0 } = order;
  const startedAt = Date.parse(order.startedAt ?? order.createdAt);
  const discount = coupon && discountOfCoupon(coupon);
  const terms = { pauses: readPauses(order.pauses), discount };
  if (stoppedAt === null) {
    return runningCost(tariff, startedAt, now, { ...terms, postponedMs: movedSeconds * 1000 });
  }
  // An open claim postpones the loss until the claim ends, and this time is not known yet.
  const stopped = { ...terms, postponedMs: Infinity };
  return { ...runningCost(tariff, startedAt, stoppedAt, stopped), next: null };
}

/** Returns the remaining part of the time before the deposit is captured: 1 at the start, 0 at the end. */
export function timeLeft(tariff: Tariff, startedAt: number, now: number): number {
  const whole = tariff.depositCaptureMinutes * 60_000;
  return Math.min(1, Math.max(0, 1 - (now - startedAt) / whole));
}
