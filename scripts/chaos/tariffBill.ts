import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { RentalFact } from './facts.ts';

/**
 * Tolerance in milliseconds between the time outside and the billed time. The two times come from
 * different clocks, and the server can compare the clocks only by messages over the network.
 */
export const clockToleranceMs = 500;

/**
 * A second, short implementation of the tariff. A return to the same station (`isSame`) is free if
 * `graceMs` is shorter than the grace time of the tariff by at least the tolerance of the clocks.
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
 * Returns the part of the time outside that is billed. A claim moves the loss to a later time. Therefore, if a rental
 * had a claim and is not lost, its billed time ends before the original time of the loss. The time of a refused claim
 * is billed.
 */
export function billedMs(
  { tariff, state, claimedAt, movedSeconds }: RentalFact,
  ms: number,
): number {
  if (state === 'lost' || (claimedAt === null && movedSeconds === 0)) return ms;
  return Math.min(ms, tariff.lostMinutes * 60_000 - 1);
}
