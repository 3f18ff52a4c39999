import type { Tariff } from '../../contract/rules/pricing/pricing.ts';

/** The demo's tariff. Amounts are in minor units. */
export const demoTariff: Tariff = {
  id: 'chicago-1',
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
