import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { demoTariff } from '../../testing/demoTariff.ts';
import {
  assumptionBounds,
  estimateDays,
  estimateEarnings,
  estimateTerms,
  isPlainText,
  usualAssumptions,
  withinBounds,
  type Assumptions,
  type EstimateTerms,
  type VenueTerms,
} from './hosts.ts';

const cafe: VenueTerms = { rentalsPerDay: 4, mostPerDay: 20, minutes: 120 };
const demo: EstimateTerms = {
  currency: 'USD',
  price: demoTariff,
  share: { minimum: 20, maximum: 30 },
};

const venues = fc
  .record({ most: fc.integer({ min: 1, max: 5000 }), minutes: fc.integer({ min: 1, max: 9999 }) })
  .chain(({ most, minutes }) =>
    fc.integer({ min: 1, max: most }).map((rentalsPerDay): VenueTerms => ({
      rentalsPerDay,
      mostPerDay: most,
      minutes,
    })),
  );
const anyTerms = fc
  .record({
    unlockFee: fc.integer({ min: 0, max: 10_000 }),
    rate: fc.integer({ min: 0, max: 10_000 }),
    rateMinutes: fc.constantFrom(15, 30, 45, 60, 120, 1440, 3000),
    cap: fc.integer({ min: 0, max: 100_000 }),
    shares: fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 })),
  })
  .map(({ shares, ...prices }): EstimateTerms => {
    const [minimum, maximum] = [Math.min(...shares), Math.max(...shares)];
    return { currency: 'USD', price: { ...demoTariff, ...prices }, share: { minimum, maximum } };
  });
/** Arbitrary numbers, including values that the form does not allow. */
const wild = fc.oneof(
  fc.integer({ min: -50, max: 5000 }),
  fc.double({ noNaN: true, min: -9, max: 9e4 }),
);
const assumptions: fc.Arbitrary<Assumptions> = fc.record({
  rentalsPerDay: wild,
  minutes: wild,
  sharePercent: wild,
});

test('a café with four two-hour rentals a day earns a fifth of what riders pay', () => {
  const usual = usualAssumptions(demo, cafe);
  expect(usual).toEqual({ rentalsPerDay: 4, minutes: 120, sharePercent: 20 });
  // Each rental costs an unlock fee of one dollar, and usage of two hours.
  expect(estimateEarnings(demo, cafe, usual)).toEqual({
    currency: 'USD',
    price: 300,
    paid: 36_000,
    earned: 7200,
  });
});

const money = (amount: number) => ({ amount, currency: 'USD' });
const terms: NonNullable<Config['terms']> = {
  unlockFee: money(100),
  graceMinutes: 5,
  rate: money(100),
  rateMinutes: 60,
  freeMinutes: 15,
  cap: money(1000),
  capMinutes: 1440,
  deposit: null,
  depositCaptureMinutes: null,
  lostMinutes: null,
  overdueFee: null,
  lostTotal: null,
  chargerWaitSeconds: 120,
};
const estimate = { share: demo.share, venues: [] };

test('there is no estimate if its data is missing or if the stations have different tariffs', () => {
  expect(estimateTerms(terms, estimate)).toMatchObject({ price: { rate: 100, freeMinutes: 15 } });
  expect(estimateTerms(undefined, estimate)).toBeNull();
  expect(estimateTerms(terms, null)).toBeNull();
  for (const name of ['unlockFee', 'rate', 'rateMinutes', 'freeMinutes', 'cap', 'capMinutes']) {
    expect(estimateTerms({ ...terms, [name]: null }, estimate)).toBeNull();
  }
});

test('earnings are whole minor units, and never more than riders pay', () => {
  fc.assert(
    fc.property(anyTerms, venues, assumptions, (given, venue, assumed) => {
      const { price, paid, earned } = estimateEarnings(given, venue, assumed);
      for (const amount of [price, paid, earned]) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
      }
      expect(earned).toBeLessThanOrEqual(paid);
      expect(paid % (price * estimateDays || 1)).toBe(0);
    }),
  );
});

test('the assumptions and the default assumptions stay within their bounds', () => {
  fc.assert(
    fc.property(anyTerms, venues, wild, (given, venue, value) => {
      const usual = usualAssumptions(given, venue);
      for (const [name, bounds] of Object.entries(assumptionBounds(given, venue))) {
        const { minimum, maximum, step } = bounds;
        for (const one of [withinBounds(value, bounds), Reflect.get(usual, name)]) {
          expect(one).toBeGreaterThanOrEqual(minimum);
          expect(one).toBeLessThanOrEqual(maximum);
          expect((Number(one) - minimum) % step).toBe(0);
        }
        expect(withinBounds(minimum, bounds)).toBe(minimum);
        expect(withinBounds(maximum, bounds)).toBe(maximum);
      }
    }),
  );
});

test('more rentals, longer rentals or a larger share never reduce the earnings', () => {
  fc.assert(
    fc.property(
      anyTerms,
      venues,
      assumptions,
      fc.constantFrom('rentalsPerDay', 'minutes', 'sharePercent'),
      fc.nat(5000),
      (given, venue, assumed, name, more) => {
        const before = estimateEarnings(given, venue, assumed).earned;
        const after = estimateEarnings(given, venue, { ...assumed, [name]: assumed[name] + more });
        expect(after.earned).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});

describe('plain text', () => {
  test.each([
    'Café “Ö” & Söhne',
    '转角咖啡',
    'Mo–Fr 9:00–17:00, 2nd floor: ask for Ana',
    'a/b, c.d',
    'w\nww.',
  ])('%s is plain text', (text) => expect(isPlainText(text)).toBe(true));
  test.each([
    '<b>Café</b>',
    '＜script＞',
    'see https://spam.example',
    'ｗｗｗ.spam.example',
    'WWW.SPAM.EXAMPLE',
    '[url=spam]',
    '[cheap](spam)',
    'javascript://x',
    // The check removes invisible characters first, because they could hide a link.
    'w\u200Bww.spam.example',
    'https:\u2066//spam.example',
    '[\u0007url=spam]',
  ])('%j is not plain text', (text) => expect(isPlainText(text)).toBe(false));
  test.each(['a.', '\u33C2'])('a text of repeated %j is checked in linear time', (text) => {
    expect(isPlainText(text.repeat(50_000))).toBe(true);
  });
});
