import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountError, fromStripe, toStripe } from './amounts.ts';

test.each([
  ['USD', 1234, 1234],
  ['EUR', 1, 1],
  // These currencies have no decimal digits, also at Stripe.
  ['JPY', 500, 500],
  ['KRW', 12_000, 12_000],
  // These currencies have no decimal digits, but Stripe expects hundredths.
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  // These currencies have three decimal digits.
  ['KWD', 1230, 1230],
  ['JOD', 10, 10],
])('an amount in %s of %i minor units is %i at Stripe', (currency, ours, theirs) => {
  expect(toStripe(ours, currency)).toBe(theirs);
  expect(fromStripe(theirs, currency)).toBe(ours);
});

test.each([
  ['KWD', 1234],
  ['USD', 0.5],
])('an amount in %s of %d minor units cannot be charged', (currency, amount) => {
  expect(() => toStripe(amount, currency)).toThrow(AmountError);
});

test('riders pay the amount that the app shows', () => {
  const currencies = 'USD EUR GBP JPY KRW ISK UGX HUF TWD CLP KWD BHD TND MXN CNY'.split(' ');
  // The values are copied from docs.stripe.com/currencies, so that they do not depend on the code.
  const units: Record<string, number> = { JPY: 1, KRW: 1, CLP: 1, KWD: 1000, BHD: 1000, TND: 1000 };
  const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((tens) => tens * 10);
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency });
      const shown = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
      expect(toStripe(amount, currency) / (units[currency] ?? 100)).toBeCloseTo(shown, 6);
    }),
  );
});
