import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoTariff } from '../../testing/demoTariff.ts';
import {
  billRental,
  billReturn,
  isLost,
  isWithinGrace,
  nextStepAt,
  usageAmount,
  type Tariff,
} from './pricing.ts';

const minute = 60_000;
const hour = 60 * minute;

const tariff: fc.Arbitrary<Tariff> = fc
  .record({
    unlockFee: fc.integer({ min: 0, max: 300 }),
    graceMinutes: fc.integer({ min: 0, max: 20 }),
    rate: fc.integer({ min: 1, max: 500 }),
    rateMinutes: fc.integer({ min: 1, max: 120 }),
    cap: fc.integer({ min: 1, max: 3000 }),
    capPeriods: fc.integer({ min: 1, max: 30 }),
    lostMinutes: fc.integer({ min: 60, max: 4000 }),
    overdueFee: fc.integer({ min: 0, max: 2000 }),
    lostExtra: fc.integer({ min: 0, max: 5000 }),
  })
  .map(({ capPeriods, lostExtra, ...given }) => ({
    ...demoTariff,
    ...given,
    capMinutes: given.rateMinutes * capPeriods,
    lostTotal: given.unlockFee + lostExtra,
  }));

/** An independent model of the usage, which adds up the price minute by minute. */
function slowUsage(terms: Tariff, minutes: number): number {
  let total = 0;
  let inCap = 0;
  for (let at = 0; at < minutes; at++) {
    const sinceCap = at % terms.capMinutes;
    if (sinceCap === 0) inCap = 0;
    if (sinceCap % terms.rateMinutes === 0) {
      const step = Math.min(terms.rate, terms.cap - inCap);
      inCap += step;
      total += step;
    }
  }
  return total;
}

test('usage agrees with a count minute by minute', () => {
  fc.assert(
    fc.property(tariff, fc.integer({ min: 1, max: 4000 }), (terms, minutes) => {
      expect(usageAmount(terms, 0, minutes * minute)).toBe(slowUsage(terms, minutes));
    }),
  );
});

test('a period costs its full price as soon as it starts, but not earlier', () => {
  expect(usageAmount(demoTariff, 0, 1)).toBe(100);
  expect(usageAmount(demoTariff, 0, hour)).toBe(100);
  expect(usageAmount(demoTariff, 0, hour + 1)).toBe(200);
  expect(usageAmount(demoTariff, 0, 10 * hour)).toBe(1000);
  expect(usageAmount(demoTariff, 0, 24 * hour)).toBe(1000);
  expect(usageAmount(demoTariff, 0, 24 * hour + 1)).toBe(1100);
});

test('if a wrong clock puts the return before the pick-up, the rental costs one period', () => {
  expect(usageAmount(demoTariff, hour, 0)).toBe(100);
});

test('without a grace time, a return at the instant of the start costs the fee and one period', () => {
  const noGrace = { ...demoTariff, graceMinutes: 0, freeMinutes: 0 };
  const times = { startedAt: hour, until: hour, sameStation: true };
  expect(billRental(noGrace, times).total).toBe(noGrace.unlockFee + noGrace.rate);
});

test('a return within the grace time, including its last moment, is free only at the same cabinet', () => {
  const times = { startedAt: 0, until: 5 * minute, sameStation: true };
  expect(isWithinGrace(demoTariff, times)).toBe(true);
  expect(isWithinGrace(demoTariff, { ...times, until: 5 * minute + 1 })).toBe(false);
  expect(isWithinGrace(demoTariff, { ...times, sameStation: false })).toBe(false);
  expect(billRental(demoTariff, times)).toMatchObject({ total: 0 });
  expect(billRental(demoTariff, { ...times, sameStation: false })).toMatchObject({ total: 200 });
});

test('a lost charger costs thirty dollars in all', () => {
  expect(isLost(demoTariff, 0, 48 * hour - 1)).toBe(false);
  expect(billRental(demoTariff, { startedAt: 0, until: 48 * hour, sameStation: false })).toEqual({
    currency: 'USD',
    total: 3000,
    lines: [
      { kind: 'unlockFee', amount: 100 },
      { kind: 'usage', amount: 2000 },
      { kind: 'overdueFee', amount: 900 },
    ],
  });
});

test('the total of a bill is the sum of its lines, and never decreases until the charger is lost', () => {
  fc.assert(
    fc.property(
      tariff,
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 0, max: 6000 }),
      (terms, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((minutes) =>
          billRental(terms, { startedAt: 0, until: minutes * minute, sameStation: false }),
        );
        for (const bill of [early, late]) {
          expect(bill?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill?.total);
        }
        // A loss costs at most the agreed total, which may be less than the usage just before the
        // loss.
        if (!isLost(terms, 0, late ? Math.max(a, b) * minute : 0)) {
          expect(late?.total).toBeGreaterThanOrEqual(early?.total ?? 0);
        }
      },
    ),
  );
});

test('the next step is the first moment with a higher cost', () => {
  fc.assert(
    fc.property(tariff, fc.integer({ min: 0, max: 4000 * 60 }), (terms, seconds) => {
      const now = seconds * 1000;
      const next = nextStepAt(terms, 0, now);
      const lostAt = terms.lostMinutes * minute;
      if (next === null) {
        expect(now).toBeGreaterThanOrEqual(lostAt);
        return;
      }
      expect(next).toBeGreaterThan(now);
      // At the exact boundary of two periods, the result is the end of the later period.
      const cost = usageAmount(terms, 0, now + 1);
      expect(usageAmount(terms, 0, next)).toBe(cost);
      if (next < lostAt) expect(usageAmount(terms, 0, next + 1)).toBeGreaterThan(cost);
    }),
  );
});

test.each([
  // With the demo tariff, a day costs at most $10, and the charger counts as lost after 48 hours.
  { what: 'after two hours', hours: 2, total: 300 },
  { what: 'with a coupon', hours: 2, discount: true, total: 250 },
  { what: 'with a charger that does not charge', hours: 2, isFree: true, total: 0 },
  { what: 'just before the loss', hours: 47.9, total: 2100 },
  { what: 'after the usual time of the loss', hours: 49, total: 3000 },
  { what: 'after that time, if the loss is postponed', hours: 49, isPostponed: true, total: 2100 },
  { what: 'after that time, with a faulty charger', hours: 49, isFree: true, total: 3000 },
  {
    what: 'after that time, with a faulty charger and a postponed loss',
    hours: 49,
    isFree: true,
    isPostponed: true,
    total: 0,
  },
])(
  'a return $what is billed with $total cents',
  ({ hours, discount = false, isFree = false, isPostponed = false, total }) => {
    const times = { startedAt: 0, until: hours * hour, sameStation: false };
    const coupon = { kind: 'amountOff', amount: 50, minimumTotal: 0 } as const;
    const terms = { discount: discount ? coupon : null, isFree, isPostponed };
    expect(billReturn(demoTariff, times, terms).total).toBe(total);
  },
);
