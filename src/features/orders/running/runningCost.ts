import type { Order } from '../../../../contract/orders.ts';
import { readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import type { Pause } from '../../../../contract/rules/pricing/pauses.ts';
import {
  billRental,
  endBeforeLoss,
  graceEndsAt,
  nextStepAt,
} from '../../../../contract/rules/pricing/pricing.ts';
import type { Tariff } from '../../../../contract/rules/pricing/pricing.ts';
import type { Money } from '../../../../contract/money.ts';

export interface RunningCost {
  /** The cost if the rider returned the charger now to another station than the station of the pick-up. */
  soFar: Money;
  /**
   * The next increase: its time in milliseconds since the epoch, and the cost after the increase. The value
   * is null if the charger is lost.
   */
  next: { at: number; total: Money } | null;
  /**
   * The end of the grace time, in milliseconds since the epoch. The value is null if the grace time has
   * passed.
   */
  freeUntil: number | null;
}

/** Returns the cost of a rental whose charger is not back yet, by the same rule as the bill. */
export function runningCost(
  tariff: Tariff,
  startedAt: number,
  now: number,
  pauses: readonly Pause[] = [],
): RunningCost {
  const money = (amount: number): Money => ({ amount, currency: tariff.currency });
  const totalAt = (until: number) =>
    money(billRental(tariff, { startedAt, until, sameStation: false, pauses }).total);
  const at = nextStepAt(tariff, startedAt, now, null, pauses);
  const freeUntil = graceEndsAt(tariff, startedAt, pauses);
  return {
    soFar: totalAt(now),
    // A period includes its last millisecond. The next period begins one millisecond later.
    next: at === null ? null : { at, total: totalAt(at + 1) },
    freeUntil: now <= freeUntil ? freeUntil : null,
  };
}

type Running = Pick<Order, 'tariff' | 'createdAt' | 'startedAt' | 'pauses' | 'movedSeconds'>;

/**
 * Returns the cost of an order whose charger is not back yet.
 *
 * @param stoppedAt the time at which a claim has stopped the clock; null if the clock runs.
 */
export function runningCostOf(order: Running, now: number, stoppedAt: number | null): RunningCost {
  const { tariff, movedSeconds = 0 } = order;
  const startedAt = Date.parse(order.startedAt ?? order.createdAt);
  const pauses = readPauses(order.pauses);
  const until = stoppedAt ?? now;
  // An open claim stops the time until the loss. Pauses and ended claims have postponed the loss.
  const isMoved = movedSeconds > 0 || stoppedAt !== null;
  const end = isMoved ? endBeforeLoss(tariff, startedAt, until, pauses) : until;
  return runningCost(tariff, startedAt, end, pauses);
}

/** Returns the remaining part of the time before the deposit is captured: 1 at the start, 0 at the end. */
export function timeLeft(tariff: Tariff, startedAt: number, now: number): number {
  const whole = tariff.depositCaptureMinutes * 60_000;
  return Math.min(1, Math.max(0, 1 - (now - startedAt) / whole));
}
