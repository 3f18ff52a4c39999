import type { Tariff } from '../../contract/rules/pricing/pricing.ts';

/**
 * Tolerance in milliseconds between the time outside and the billed time. The check compares two clocks
 * over a network, and only live messages show how far they differ.
 */
export const clockToleranceMs = 500;

/**
 * A second, short implementation of the tariff. `graceMs` is the time to compare with the grace time.
 * Near the limit, within the clock tolerance, the rental counts as longer than the grace time.
 */
export function billOf(tariff: Tariff, ms: number, isSame: boolean, graceMs = ms): number {
  const minute = 60_000;
  const inGrace = isSame && tariff.graceMinutes > 0;
  if (inGrace && graceMs + clockToleranceMs <= tariff.graceMinutes * minute) return 0;
  if (ms >= tariff.lostMinutes * minute) return tariff.lostTotal;
  let usage = 0;
  for (let left = Math.max(1, ms); left > 0; left -= tariff.capMinutes * minute) {
    const periods = Math.ceil(
      Math.min(left, tariff.capMinutes * minute) / (tariff.rateMinutes * minute),
    );
    usage += Math.min(tariff.cap, periods * tariff.rate);
  }
  return tariff.unlockFee + usage;
}
