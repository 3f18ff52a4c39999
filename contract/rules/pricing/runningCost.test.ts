import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyDiscount } from '../../testing/anyDiscount.ts';
import { demoTariff as tariff } from '../../testing/demoTariff.ts';
import type { Pause } from './pauses.ts';
import { billRental, billReturn, type Discount, type Tariff } from './pricing.ts';
import { runningCost, type RunningTerms } from './runningCost.ts';

const minute = 60_000;
const start = Date.parse('2026-11-20T12:00:00Z');
const minutes = (count: number) => start + count * minute;
const usual: RunningTerms = {
  tariff,
  startedAt: start,
  pauses: [],
  discount: null,
  postponedMs: 0,
  isFree: false,
  stoppedAt: null,
};

it('the cost is the unlock fee plus the price of each started hour', () => {
  expect(runningCost(usual, minutes(1)).soFar.amount).toBe(200);
  expect(runningCost(usual, minutes(102)).soFar.amount).toBe(300);
  expect(runningCost(usual, minutes(102)).next).toEqual({
    at: minutes(120),
    total: { amount: 400, currency: 'USD' },
  });
});

it('at the last moment of a period, the next step is the end of this period', () => {
  expect(runningCost(usual, minutes(120))).toMatchObject({
    soFar: { amount: 300 },
    next: { at: minutes(120), total: { amount: 400 } },
  });
});

it('a return to the same station is free only within the grace time', () => {
  expect(runningCost(usual, minutes(4)).freeUntil).toBe(minutes(5));
  expect(runningCost(usual, minutes(6)).freeUntil).toBeNull();
});

it('the cost never falls, and rises exactly at the predicted time', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2879 * 60_000 }), (elapsed) => {
      const { soFar, next } = runningCost(usual, start + elapsed + 1);
      if (next === null) return;
      expect(next.total.amount).toBeGreaterThanOrEqual(soFar.amount);
      expect(runningCost(usual, next.at - 1).soFar).toEqual(soFar);
      expect(runningCost(usual, next.at + 1).soFar).toEqual(next.total);
    }),
  );
});

/** The cost so far and the next step, in minutes after the start and minor units. */
function costWith(discount: Discount, after: number) {
  const { soFar, next } = runningCost({ ...usual, discount }, minutes(after));
  return {
    soFar: soFar.amount,
    next: next && [(next.at - start) / minute, next.total.amount],
  };
}

it('the cost falls when it reaches the minimum total of the coupon', () => {
  const discount: Discount = { kind: 'amountOff', amount: 300, minimumTotal: 500 };
  expect(costWith(discount, 170)).toEqual({ soFar: 400, next: [180, 200] });
});

it('as long as the coupon pays the whole rental, there is no step', () => {
  const discount: Discount = { kind: 'amountOff', amount: 400, minimumTotal: 0 };
  expect(costWith(discount, 50)).toEqual({ soFar: 0, next: [180, 100] });
});

it('the free minutes of a coupon move the step, although they are not a multiple of the period', () => {
  const discount: Discount = { kind: 'freeMinutes', minutes: 45, minimumTotal: 0 };
  expect(costWith(discount, 50)).toEqual({ soFar: 200, next: [105, 300] });
});

/** A pause between two times, in minutes after the start. */
function pauseOf(from: number, to: number): Pause {
  return { startedAt: minutes(from), endsAt: minutes(to) };
}

it('an ended claim postpones the loss, and the cost does not increase before the loss', () => {
  const terms = { ...usual, postponedMs: 30 * minute };
  // The second day has reached its cap.
  for (const after of [2800, 2880, 2909]) {
    expect(runningCost(terms, minutes(after))).toMatchObject({
      soFar: { amount: 2100 },
      next: { at: minutes(2910), total: { amount: 3000 } },
    });
  }
  expect(runningCost(terms, minutes(2910)).next).toBeNull();
});

it('after a pause, the loss costs the same as without the pause and without the coupon', () => {
  const discount: Discount = { kind: 'amountOff', amount: 300, minimumTotal: 0 };
  const terms = { ...usual, discount, pauses: [pauseOf(100, 120)], postponedMs: 20 * minute };
  expect(runningCost(terms, minutes(2890))).toMatchObject({
    soFar: { amount: 1800 },
    next: { at: minutes(2900), total: { amount: 3000 } },
  });
});

it('a rental whose charger does not charge costs nothing until the loss', () => {
  const free = { ...usual, isFree: true };
  const loss = { at: minutes(2880), total: { amount: 3000 } };
  expect(runningCost(free, minutes(102))).toMatchObject({ soFar: { amount: 0 }, next: loss });
  expect(runningCost({ ...free, stoppedAt: minutes(102) }, minutes(130))).toMatchObject({
    soFar: { amount: 0 },
    next: null,
  });
});

it('while a claim stops the clock, there is no next step', () => {
  expect(runningCost({ ...usual, stoppedAt: minutes(102) }, minutes(130))).toMatchObject({
    soFar: { amount: 300 },
    next: null,
  });
  const late = runningCost({ ...usual, stoppedAt: minutes(3900) }, minutes(4000));
  expect(late.soFar.amount).toBe(2100);
});

const anyTariff: fc.Arbitrary<Tariff> = fc
  .record({
    unlockFee: fc.integer({ min: 0, max: 300 }),
    rate: fc.integer({ min: 1, max: 500 }),
    rateMinutes: fc.integer({ min: 1, max: 120 }),
    freeMinutes: fc.integer({ min: 0, max: 60 }),
    cap: fc.integer({ min: 1, max: 3000 }),
    lostMinutes: fc.integer({ min: 60, max: 1500 }),
    overdueFee: fc.integer({ min: 0, max: 2000 }),
  })
  .map((given) => ({ ...tariff, ...given, capMinutes: 600, lostTotal: 10_000_000 }));
/**
 * All values are in minutes. `from`: when the pause begins, after the start of the rental. `lasts`: the length of the
 * pause. `claimed`: how long claims stopped the clock.
 */
const anyStops = fc.record({
  pause: fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 700 }), lasts: fc.integer({ min: 1, max: 60 }) }),
  ),
  claimed: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 120 })),
});

it('the cost before and after the next step is the bill of the server for a return at that time', () => {
  fc.assert(
    fc.property(
      anyTariff,
      anyDiscount(200),
      anyStops,
      fc.boolean(),
      fc.integer({ min: 0, max: 1700 * minute }),
      fc.nat(),
      (anyTerms, discount, { pause, claimed }, isFree, elapsed, between) => {
        const moved = claimed + (pause?.lasts ?? 0);
        const pauses = pause ? [pauseOf(pause.from, pause.from + pause.lasts)] : [];
        const lostAt = minutes(anyTerms.lostMinutes + moved);
        const returnAt = (until: number, isPostponed = moved > 0) => {
          const times = { startedAt: start, until, sameStation: false, pauses };
          return billReturn(anyTerms, times, { discount, isFree, isPostponed }).total;
        };
        const loss = billRental(anyTerms, { startedAt: start, until: lostAt, sameStation: false });
        const bill = (at: number) => (at < lostAt ? returnAt(at) : loss.total);
        const now = start + elapsed;
        const terms = {
          ...usual,
          tariff: anyTerms,
          pauses,
          discount,
          isFree,
          postponedMs: moved * minute,
        };

        const stoppedAt = start + (between % (elapsed + 1));
        expect(runningCost({ ...terms, stoppedAt }, now)).toMatchObject({
          soFar: { amount: returnAt(stoppedAt, true) },
          next: null,
        });

        const { soFar, next } = runningCost(terms, now);
        expect(soFar.amount).toBe(returnAt(now));
        if (now >= lostAt) {
          expect(next).toBeNull();
          return;
        }
        if (next === null) throw new Error('a rental that is not lost has a next step');
        expect(next.at).toBeGreaterThanOrEqual(now);
        const isLoss = next.at === lostAt;
        const last = isLoss ? lostAt - 1 : next.at;
        for (const at of [now + (between % (last - now + 1)), last]) {
          expect(bill(at)).toBe(soFar.amount);
        }
        expect(next.total.amount).toBe(bill(next.at + 1));
        // A step is a change of the cost, unless it is the loss.
        if (!isLoss) expect(next.total).not.toEqual(soFar);
      },
    ),
    { numRuns: 1000 },
  );
});
