import type { Tariff } from '../rules/pricing/pricing.ts';

/**
 * The prices are $1 to unlock, $1 for each started hour, and at most $10 a day. The deposit is $20.
 */
export const demoTariff: Tariff = {
  id: 'demo',
  currency: 'USD',
  unlockFee: 100,
  graceMinutes: 5,
  rate: 100,
  rateMinutes: 60,
  cap: 1000,
  capMinutes: 24 * 60,
  deposit: 2000,
  depositCaptureMinutes: 24 * 60,
  lostMinutes: 48 * 60,
  overdueFee: 1000,
  lostTotal: 3000,
  minimumLevel: 60,
};
