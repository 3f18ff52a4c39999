import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { RentalFact } from './facts.ts';

/**
 * Tolerance in milliseconds between the time outside and the billed time. The two times come from
 * different clocks, and the server can compare the clocks only by messages over the network.
 */
export const clockToleranceMs = 500;

/**
 * A second, short implementation of the tariff. `graceMs` is the time that is compared with the
 * grace time. If this time ends near the end of the grace time, within the tolerance of the clocks,
 * the rental counts as longer than the grace time.
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

/**
 * The time outside that is billed. A claim stops the clock of the loss, so the usage of a rental that had a claim ends
 * just before the loss, unless the rental is lost. The time of a refused claim counts as usage.
 */
export function billedMs(
  { tariff, state, claimedAt, movedSeconds }: RentalFact,
  ms: number,
): number {
  if (state === 'lost' || (claimedAt === null && movedSeconds === 0)) return ms;
  return Math.min(ms, tariff.lostMinutes * 60_000 - 1);
}
