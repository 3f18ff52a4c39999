import type { Pause } from '../../../../contract/rules/pricing/pauses.ts';
import { billRental, graceEndsAt, nextStepAt } from '../../../../contract/rules/pricing/pricing.ts';
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

/** The cost of a charger that is out, by the same rule as the bill. */
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

/** Returns the remaining part of the time before the deposit is captured: 1 at the start, 0 at the end. */
export function timeLeft(tariff: Tariff, startedAt: number, now: number): number {
  const whole = tariff.depositCaptureMinutes * 60_000;
  return Math.min(1, Math.max(0, 1 - (now - startedAt) / whole));
}
