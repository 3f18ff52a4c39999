import type { Tariff } from '../../contract/rules/pricing/pricing.ts';

const minutes: Pick<Tariff, 'rateMinutes' | 'capMinutes'> = { rateMinutes: 1, capMinutes: 10 };

/** Tariffs with short periods, so that deposits and losses happen within the run. */
export const tariffs: readonly Tariff[] = [
  {
    // The deadlines of this tariff are so far away that a refused claim moves them by exactly the duration of the
    // claim.
    ...minutes,
    id: 'plain',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 0,
    rate: 70,
    cap: 500,
    deposit: 2000,
    depositCaptureMinutes: 24 * 60,
    lostMinutes: 48 * 60,
    overdueFee: 1000,
    lostTotal: 3000,
    minimumLevel: 0,
  },
  {
    // With this tariff, the server captures the whole deposit after a minute, and refunds the rest
    // at the return.
    ...minutes,
    id: 'hasty',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 1,
    rate: 90,
    cap: 500,
    deposit: 400,
    depositCaptureMinutes: 1,
    lostMinutes: 2,
    overdueFee: 300,
    lostTotal: 900,
    minimumLevel: 0,
  },
  {
    // With this tariff, a bill can be higher than the deposit. The rest is charged off-session.
    ...minutes,
    id: 'owing',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 0,
    rate: 150,
    cap: 600,
    deposit: 60,
    depositCaptureMinutes: 30,
    lostMinutes: 60,
    overdueFee: 100,
    lostTotal: 900,
    minimumLevel: 0,
  },
];
