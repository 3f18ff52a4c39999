import type { Money } from '../../money.ts';
import type { Pause } from './pauses.ts';
import {
  billRental,
  billReturn,
  endBeforeLoss,
  graceEndsAt,
  isLost,
  nextStepAt,
  type Discount,
  type Tariff,
} from './pricing.ts';

/** All facts that determine the cost of a running rental. All times are in milliseconds since the epoch. */
export interface RunningTerms {
  tariff: Tariff;
  startedAt: number;
  pauses: readonly Pause[];
  /** The coupon; null for a rental without a coupon. */
  discount: Discount | null;
  /** By how many milliseconds pauses and ended claims have postponed the loss. */
  postponedMs: number;
  /** Whether the rental costs nothing until the loss, because the charger does not charge. */
  isFree: boolean;
  /** The time at which an open claim has stopped the clock; null if the clock runs. */
  stoppedAt: number | null;
}

export interface RunningCost {
  /**
   * The bill for a return now, at any station except the station of the pick-up. While a claim stops the clock, it is
   * the bill for a return at `stoppedAt`.
   */
  soFar: Money;
  /**
   * The next change of the cost. Until the time `at`, in milliseconds since the epoch, the cost is `soFar`. After this
   * time, the cost is `total`. If a coupon needs a minimum total, the cost may fall. The value is null if the charger
   * is lost, or while a claim stops the clock.
   */
  next: { at: number; total: Money } | null;
  /**
   * The end of the grace time, in milliseconds since the epoch. The value is null if the grace time has
   * passed.
   */
  freeUntil: number | null;
}

/**
 * Returns the cost of a rental before the return of its charger. For the bill of a return, this function and the server
 * both call `billReturn`.
 */
export function runningCost(terms: RunningTerms, now: number): RunningCost {
  const { tariff, startedAt, pauses, discount, isFree, stoppedAt } = terms;
  // While a claim is open, the rental cannot end as lost. Nobody knows yet when the claim ends.
  const postponedMs = stoppedAt === null ? terms.postponedMs : Infinity;
  const until = stoppedAt ?? now;
  // After the usual time of the loss, the cost stays the same until the postponed loss.
  const end = postponedMs > 0 ? endBeforeLoss(tariff, startedAt, until, pauses) : until;
  const freeUntil = graceEndsAt(tariff, startedAt, pauses);
  return {
    soFar: costAt(until),
    next: stoppedAt === null ? next() : null,
    freeUntil: end <= freeUntil ? freeUntil : null,
  };

  function costAt(time: number): Money {
    const times = { startedAt, until: time, sameStation: false, pauses };
    return money(
      billReturn(tariff, times, { discount, isFree, isPostponed: postponedMs > 0 }).total,
    );
  }

  function next(): RunningCost['next'] {
    const lostAt = startedAt + tariff.lostMinutes * 60_000 + postponedMs;
    if (now >= lostAt) return null;
    // Search from one millisecond earlier, because a period includes its last millisecond. If `end` is this
    // millisecond, the next period has not begun.
    const at = isFree ? null : nextStepAt(tariff, startedAt, end - 1, discount, pauses);
    if (at !== null && !isLost(tariff, startedAt, at, pauses)) return { at, total: costAt(at + 1) };
    // Neither a coupon nor a pause reduces the bill of a loss.
    const lost = billRental(tariff, { startedAt, until: lostAt, sameStation: false });
    return { at: lostAt, total: money(lost.total) };
  }

  function money(amount: number): Money {
    return { amount, currency: tariff.currency };
  }
}
