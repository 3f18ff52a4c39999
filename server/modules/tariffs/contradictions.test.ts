import { expect, test } from 'vitest';
import { TariffTerms } from '../../../contract/operators/tariffs.ts';
import { demoTariff } from '../../../contract/testing/demoTariff.ts';
import { contradictionsOf } from './contradictions.ts';

const { id: _id, ...terms } = demoTariff;

test('the terms of the demo have no contradictions', () => {
  expect(contradictionsOf(TariffTerms.parse(terms), 'USD')).toEqual([]);
});

test.each<[Partial<TariffTerms>, string]>([
  [{ currency: 'EUR' }, 'currency is EUR, but this server uses USD (CURRENCY)'],
  [{ unlockFee: 1001, lostTotal: 3001 }, 'cap (1000) is below unlockFee (1001)'],
  [{ rate: 1001 }, 'cap (1000) is below the price of one period, rate (1001)'],
  [
    { rateMinutes: 1441, lostTotal: 1300 },
    'capMinutes (1440) is shorter than one period, rateMinutes (1441)',
  ],
  [
    { freeMinutes: 2880, lostTotal: 1100 },
    'freeMinutes (2880) is not shorter than lostMinutes (2880)',
  ],
  [{ graceMinutes: 2880 }, 'graceMinutes (2880) is not shorter than lostMinutes (2880)'],
  [
    { depositCaptureMinutes: 2881 },
    'depositCaptureMinutes (2881) is longer than lostMinutes (2880)',
  ],
  [{ lostTotal: 2099 }, 'lostTotal (2099) is below what a rental costs until the loss (2100)'],
  [
    { lostTotal: 3101 },
    'lostTotal (3101) is above what a loss costs (2100 until the loss, and overdueFee 1000)',
  ],
])('%j is a contradiction', (change, problem) => {
  expect(contradictionsOf({ ...terms, ...change }, 'USD')).toEqual([problem]);
});

test.each<[Record<string, unknown>]>([
  [{ rateMinutes: 0 }],
  [{ unlockFee: -1 }],
  [{ rate: 1.5 }],
  [{ currency: 'dollar' }],
  [{ price: 100 }],
])('%j is not a tariff', (change) => {
  expect(TariffTerms.safeParse({ ...terms, ...change }).success).toBe(false);
});
