import type { Tariff } from '../rules/pricing/pricing.ts';

/** Prices in dollars: an unlock fee of one, one per started hour, at most ten a day, and a deposit of twenty. */
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
