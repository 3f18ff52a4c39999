import { billRental, nextStepAt } from '../../../../contract/rules/pricing/pricing.ts';
import type { Tariff } from '../../../../contract/rules/pricing/pricing.ts';
import type { Money } from '../../../../contract/money.ts';

export interface RunningCost {
  /** What it would cost to return now, somewhere else than where it was taken. */
  soFar: Money;
  /** When it costs more, in milliseconds since the epoch, and how much then; null once it is lost. */
  next: { at: number; total: Money } | null;
  /** Until when a return to the same station costs nothing; null once that has passed. */
  freeUntil: number | null;
}

/** The cost of a charger that is out, by the rule that the bill is made with. */
export function runningCost(tariff: Tariff, startedAt: number, now: number): RunningCost {
  const money = (amount: number): Money => ({ amount, currency: tariff.currency });
  const totalAt = (until: number) =>
    money(billRental(tariff, { startedAt, until, sameStation: false }).total);
  const at = nextStepAt(tariff, startedAt, now);
  const freeUntil = startedAt + tariff.graceMinutes * 60_000;
  return {
    soFar: totalAt(now),
    // A period that has ended costs nothing more; the next one begins a moment later.
    next: at === null ? null : { at, total: totalAt(at + 1) },
    freeUntil: now <= freeUntil ? freeUntil : null,
  };
}

/** How much of the time before the deposit is kept is left: 1 at the start, 0 when it has passed. */
export function timeLeft(tariff: Tariff, startedAt: number, now: number): number {
  const whole = tariff.depositCaptureMinutes * 60_000;
  return Math.min(1, Math.max(0, 1 - (now - startedAt) / whole));
}
