import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDiscount } from '../../testing/anyDiscount.ts';
import { demoTariff } from '../../testing/demoTariff.ts';
import { countedUntil, pauseAt, pausedTime, readPauses, realTime, type Pause } from './pauses.ts';
import {
  billRental,
  endBeforeLoss,
  freeBill,
  isLost,
  nextStepAt,
  reachedCap,
  type Discount,
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
    freeMinutes: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    cap: fc.integer({ min: 1, max: 3000 }),
    capMinutes: fc.integer({ min: 1, max: 1500 }),
    lostMinutes: fc.integer({ min: 60, max: 1500 }),
    overdueFee: fc.integer({ min: 0, max: 2000 }),
  })
  .map((given) => ({
    id: 'any',
    currency: 'USD',
    deposit: 2000,
    depositCaptureMinutes: 24 * 60,
    minimumLevel: 60,
    ...given,
    // With this high total, a loss is never cheaper than a late return.
    lostTotal: 10_000_000,
  }));

const discount = anyDiscount(200);

/**
 * Up to two pauses, one after the other. Some of them begin at a full minute after the pick-up, because the price
 * changes at full minutes.
 */
const pauses: fc.Arbitrary<Pause[]> = fc
  .array(
    fc.record({
      after: fc.oneof(
        fc.integer({ min: 0, max: 12 * hour }),
        fc.integer({ min: 0, max: 700 }).map((minutes) => minutes * minute),
      ),
      lasts: fc.integer({ min: 1, max: 120 }).map((minutes) => minutes * minute),
    }),
    { maxLength: 2 },
  )
  .map((given) => {
    let at = 0;
    return given.map(({ after, lasts }) => {
      const startedAt = at + after;
      at = startedAt + lasts;
      return { startedAt, endsAt: at };
    });
  });

const time = fc.oneof(
  fc.integer({ min: 0, max: 26 * hour }),
  fc.integer({ min: 0, max: 1500 }).map((minutes) => minutes * minute),
);

const total = (
  terms: Tariff,
  until: number,
  stops: readonly Pause[],
  off: Discount | null = null,
  sameStation = false,
) => billRental(terms, { startedAt: 0, until, sameStation, pauses: stops }, off).total;

test('a pause never makes a rental dearer, with and without a coupon', () => {
  fc.assert(
    fc.property(tariff, time, pauses, discount, fc.boolean(), (terms, until, stops, off, same) => {
      const without = total(terms, until, [], off, same);
      const counted = total(terms, until, stops, off, same);
      expect(counted).toBeLessThanOrEqual(without);
      const usual = { startedAt: 0, until, sameStation: same };
      expect(freeBill(terms, { ...usual, pauses: stops }).total).toBeLessThanOrEqual(
        freeBill(terms, usual).total,
      );
    }),
    { numRuns: 1000 },
  );
});

test('a rental costs at least what it cost at the start of its first pause', () => {
  fc.assert(
    fc.property(tariff, time, pauses, fc.boolean(), (terms, until, stops, same) => {
      const first = stops[0]?.startedAt ?? until;
      expect(total(terms, until, stops, null, same)).toBeGreaterThanOrEqual(
        total(terms, Math.min(until, first), [], null, same),
      );
    }),
    { numRuns: 1000 },
  );
});

test('with pauses the cost never decreases', () => {
  fc.assert(
    fc.property(tariff, time, time, pauses, (terms, a, b, stops) => {
      expect(total(terms, Math.max(a, b), stops)).toBeGreaterThanOrEqual(
        total(terms, Math.min(a, b), stops),
      );
    }),
    { numRuns: 1000 },
  );
});

test('a return before a pause costs the same as without the pause, and a return during the first pause costs the same as at its start', () => {
  fc.assert(
    fc.property(tariff, time, pauses, (terms, until, stops) => {
      const before = stops.filter(({ startedAt }) => startedAt < until);
      expect(total(terms, until, stops)).toBe(total(terms, until, before));
      const [first] = stops;
      if (!first || until < first.startedAt || until > first.endsAt) return;
      expect(total(terms, until, stops)).toBe(total(terms, first.startedAt, []));
    }),
  );
});

test('the conversions between counted time and real time are inverse, and the counted time never decreases', () => {
  fc.assert(
    fc.property(time, time, pauses, (a, b, stops) => {
      expect(countedUntil(0, realTime(0, a, stops), stops)).toBe(a);
      expect(realTime(0, a, stops)).toBeGreaterThanOrEqual(a);
      const [early, late] = [Math.min(a, b), Math.max(a, b)];
      const counted = countedUntil(0, late, stops) - countedUntil(0, early, stops);
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(late - early);
      expect(countedUntil(0, early, stops)).toBe(early - pausedTime(0, early, stops));
    }),
  );
});

test('the cost changes exactly at the announced step', () => {
  fc.assert(
    fc.property(tariff, time, pauses, discount, (terms, now, stops, off) => {
      const step = nextStepAt(terms, 0, now, off, stops);
      if (step === null) {
        expect(isLost(terms, 0, now, stops)).toBe(true);
        return;
      }
      expect(step).toBeGreaterThan(now);
      const cost = total(terms, now + 1, stops, off);
      expect(total(terms, Math.floor((now + 1 + step) / 2), stops, off)).toBe(cost);
      if (isLost(terms, 0, step, stops)) return;
      expect(total(terms, step, stops, off)).toBe(cost);
      expect(total(terms, step + 1, stops, off)).not.toBe(cost);
    }),
    { numRuns: 1000 },
  );
});

test('if the loss of a rental was postponed, the billed time ends before the usual time of the loss', () => {
  fc.assert(
    fc.property(tariff, time, pauses, (terms, until, stops) => {
      const end = endBeforeLoss(terms, 0, until, stops);
      expect(end).toBeLessThanOrEqual(until);
      expect(isLost(terms, 0, end, stops)).toBe(false);
    }),
  );
});

test('example: a pause of 20 minutes delays the second hour by 20 minutes', () => {
  const stops = [{ startedAt: 50 * minute, endsAt: 70 * minute }];
  expect(total(demoTariff, 75 * minute, [])).toBe(total(demoTariff, 61 * minute, []));
  expect(total(demoTariff, 75 * minute, stops)).toBe(total(demoTariff, 60 * minute, []));
  expect(total(demoTariff, 80 * minute, stops)).toBe(total(demoTariff, 60 * minute, []));
  expect(nextStepAt(demoTariff, 0, 55 * minute, null, stops)).toBe(80 * minute);
});

test('example: a coupon applies if the cost without the pause reaches its minimum total, even if the cost with the pause does not', () => {
  const stops = [{ startedAt: 60 * minute, endsAt: 121 * minute }];
  const coupon: Discount = { kind: 'amountOff', amount: 300, minimumTotal: 400 };
  expect(total(demoTariff, 181 * minute, stops)).toBe(300);
  expect(total(demoTariff, 181 * minute, [], coupon)).toBe(200);
  expect(total(demoTariff, 181 * minute, stops, coupon)).toBe(200);
});

test('example: if a period ends when a pause starts, the next step is the end of the pause', () => {
  const stops = [{ startedAt: 60 * minute, endsAt: 80 * minute }];
  expect(nextStepAt(demoTariff, 0, 65 * minute, null, stops)).toBe(80 * minute);
});

test('example: the grace time stands still in a pause', () => {
  const stops = [{ startedAt: 2 * minute, endsAt: 22 * minute }];
  expect(total(demoTariff, 24 * minute, stops, null, true)).toBe(0);
  expect(total(demoTariff, 26 * minute, stops, null, true)).toBeGreaterThan(0);
});

test('the cap counts the time without the pauses', () => {
  const steps = Math.ceil(demoTariff.cap / demoTariff.rate);
  const until = (steps + 1) * demoTariff.rateMinutes * minute;
  expect(reachedCap(demoTariff, 0, until)).toBe(true);
  const stops = [{ startedAt: 0, endsAt: 2 * demoTariff.rateMinutes * minute }];
  expect(reachedCap(demoTariff, 0, until, stops)).toBe(false);
});

test('the pauses of an order are read with their times', () => {
  const at = '2026-06-01T12:00:00.000Z';
  const end = '2026-06-01T12:20:00.000Z';
  const stored = [{ startedAt: at, endsAt: end }];
  expect(readPauses(stored)).toEqual([{ startedAt: Date.parse(at), endsAt: Date.parse(end) }]);
  expect(readPauses()).toEqual([]);
  expect(pauseAt(stored, Date.parse(at))).toEqual(stored[0]);
  expect(pauseAt(stored, Date.parse(end))).toBeNull();
  expect(pauseAt(undefined, Date.parse(at))).toBeNull();
});
