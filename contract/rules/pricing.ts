/**
 * What a rental costs: one pure function for the quote before unlocking, the running cost on the
 * phone and the bill on the server, so that they cannot disagree. All amounts are minor units of
 * `tariff.currency`, all times milliseconds since the epoch.
 */
export interface Tariff {
  id: string;
  currency: string;
  /** Charged once the charger is out. */
  unlockFee: number;
  /** Back in the cabinet it came from within this time, everything is given back. */
  graceMinutes: number;
  /** Per started period. */
  rate: number;
  rateMinutes: number;
  /** At most this much usage per `capMinutes`, counted from the pick-up. */
  cap: number;
  capMinutes: number;
  /** Held on the card with the unlock fee; the usage is taken from it and the rest released. */
  deposit: number;
  /** After this time the whole deposit is captured; a later return is billed from it. */
  depositCaptureMinutes: number;
  /** After this time the rental ends as lost. */
  lostMinutes: number;
  /** What is added when the rental ends as lost. */
  overdueFee: number;
  /** What a lost charger costs in all, unlock fee and usage included. */
  lostTotal: number;
  /** Per cent of charge below which a charger is not handed out. */
  minimumLevel: number;
}

export type BillLineKind = 'unlockFee' | 'usage' | 'overdueFee' | 'graceRefund';

export interface BillLine {
  kind: BillLineKind;
  /** Negative where it is given back. */
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
  /** It came back to the cabinet that it was taken from. */
  sameStation: boolean;
}

const minute = 60_000;

/** Usage alone: started periods, capped per cap period. */
export function usageAmount(tariff: Tariff, startedAt: number, until: number): number {
  // A cabinet's clock may lie: a return "before" the pick-up still is one started period.
  const elapsed = Math.max(1, until - startedAt);
  const capPeriod = tariff.capMinutes * minute;
  const ratePeriod = tariff.rateMinutes * minute;
  const upToCap = (ms: number) => Math.min(tariff.cap, Math.ceil(ms / ratePeriod) * tariff.rate);
  const full = Math.floor(elapsed / capPeriod);
  return full * upToCap(capPeriod) + upToCap(elapsed - full * capPeriod);
}

export function isWithinGrace(tariff: Tariff, times: RentalTimes): boolean {
  return times.sameStation && times.until - times.startedAt <= tariff.graceMinutes * minute;
}

export function isLost(tariff: Tariff, startedAt: number, until: number): boolean {
  return until - startedAt >= tariff.lostMinutes * minute;
}

/** The bill of a rental that ended, or would end, at `times.until`. */
export function billRental(tariff: Tariff, times: RentalTimes): Bill {
  const { currency, unlockFee } = tariff;
  if (isWithinGrace(tariff, times)) {
    return {
      currency,
      lines: [
        { kind: 'unlockFee', amount: unlockFee },
        { kind: 'graceRefund', amount: -unlockFee },
      ],
      total: 0,
    };
  }
  if (isLost(tariff, times.startedAt, times.until)) {
    const end = times.startedAt + tariff.lostMinutes * minute;
    const usage = Math.min(usageAmount(tariff, times.startedAt, end), tariff.lostTotal - unlockFee);
    const overdueFee = Math.min(tariff.overdueFee, tariff.lostTotal - unlockFee - usage);
    return {
      currency,
      lines: [
        { kind: 'unlockFee', amount: unlockFee },
        { kind: 'usage', amount: usage },
        { kind: 'overdueFee', amount: overdueFee },
      ],
      total: unlockFee + usage + overdueFee,
    };
  }
  const usage = usageAmount(tariff, times.startedAt, times.until);
  return {
    currency,
    lines: [
      { kind: 'unlockFee', amount: unlockFee },
      { kind: 'usage', amount: usage },
    ],
    total: unlockFee + usage,
  };
}

/** When the running cost rises next; null once the rental is lost. */
export function nextStepAt(tariff: Tariff, startedAt: number, now: number): number | null {
  const lostAt = startedAt + tariff.lostMinutes * minute;
  if (now >= lostAt) return null;
  const capPeriod = tariff.capMinutes * minute;
  const ratePeriod = tariff.rateMinutes * minute;
  const elapsed = Math.max(0, now - startedAt);
  const capStart = startedAt + Math.floor(elapsed / capPeriod) * capPeriod;
  const periodsInCap = Math.ceil(tariff.cap / tariff.rate);
  const periods = Math.floor((startedAt + elapsed - capStart) / ratePeriod) + 1;
  const next = periods >= periodsInCap ? capStart + capPeriod : capStart + periods * ratePeriod;
  return Math.min(next, capStart + capPeriod, lostAt);
}
