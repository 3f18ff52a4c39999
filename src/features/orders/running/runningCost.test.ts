import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import {
  billRental,
  endBeforeLoss,
  type Discount,
  type Tariff,
} from '../../../../contract/rules/pricing/pricing.ts';
import type { Money } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { station } from '../../../testing/rider.ts';
import { runningCost, runningCostOf, timeLeft } from './runningCost.ts';

const { tariff } = station;
const minute = 60_000;
const start = Date.parse('2026-11-20T12:00:00Z');
const minutes = (count: number) => start + count * minute;

it('the cost is the unlock fee plus the price of each started hour', () => {
  expect(runningCost(tariff, start, minutes(1)).soFar.amount).toBe(200);
  expect(runningCost(tariff, start, minutes(102)).soFar.amount).toBe(300);
  expect(runningCost(tariff, start, minutes(102)).next).toEqual({
    at: minutes(120),
    total: { amount: 400, currency: 'USD' },
  });
});

it('at the last moment of a period, the next step is the end of this period', () => {
  expect(runningCost(tariff, start, minutes(120))).toMatchObject({
    soFar: { amount: 300 },
    next: { at: minutes(120), total: { amount: 400 } },
  });
});

it('a return to the same station is free only within the grace time', () => {
  expect(runningCost(tariff, start, minutes(4)).freeUntil).toBe(minutes(5));
  expect(runningCost(tariff, start, minutes(6)).freeUntil).toBeNull();
});

it('the cost never falls, and rises exactly at the predicted time', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2879 * 60_000 }), (elapsed) => {
      const { soFar, next } = runningCost(tariff, start, start + elapsed + 1);
      if (next === null) return;
      expect(next.total.amount).toBeGreaterThanOrEqual(soFar.amount);
      expect(runningCost(tariff, start, next.at - 1).soFar).toEqual(soFar);
      expect(runningCost(tariff, start, next.at + 1).soFar).toEqual(next.total);
    }),
  );
});

it('the remaining fraction of the time falls from 1 to 0 until the deposit is captured', () => {
  expect(timeLeft(tariff, start, start)).toBe(1);
  expect(timeLeft(tariff, start, minutes(720))).toBe(0.5);
  expect(timeLeft(tariff, start, minutes(3000))).toBe(0);
  expect(timeLeft(tariff, start, minutes(-10))).toBe(1);
});

/** The cost so far and the next step, in minutes after the start and minor units. */
function costWith(discount: Discount, after: number) {
  const { soFar, next } = runningCost(tariff, start, minutes(after), { discount });
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

const usd = (amount: number): Money => ({ amount, currency: 'USD' });

function couponOf(discount: Discount | null): Order['coupon'] {
  return (
    discount && {
      id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
      kind: discount.kind,
      amount: discount.kind === 'amountOff' ? usd(discount.amount) : null,
      minutes: discount.kind === 'freeMinutes' ? discount.minutes : null,
      minimumTotal: usd(discount.minimumTotal),
    }
  );
}

/** An order that starts at `start`. The times of the pauses are in minutes after the start. */
function makeRunning(
  movedSeconds: number,
  pauses: readonly [from: number, to: number][] = [],
  discount: Discount | null = null,
) {
  const startedAt = new Date(start).toISOString();
  return {
    tariff,
    createdAt: startedAt,
    startedAt,
    ...(movedSeconds > 0 && { movedSeconds }),
    coupon: couponOf(discount),
    pauses: pauses.map(([from, to]) => ({
      stationId: station.id,
      startedAt: new Date(minutes(from)).toISOString(),
      endsAt: new Date(minutes(to)).toISOString(),
    })),
  };
}

it('an ended claim postpones the loss, and the cost does not increase before the loss', () => {
  const order = makeRunning(30 * 60);
  // The second day has reached its cap.
  for (const after of [2800, 2880, 2909]) {
    expect(runningCostOf(order, minutes(after), null)).toMatchObject({
      soFar: { amount: 2100 },
      next: { at: minutes(2910), total: { amount: 3000 } },
    });
  }
  expect(runningCostOf(order, minutes(2910), null).next).toBeNull();
});

it('after a pause, the loss costs the same as without the pause and without the coupon', () => {
  const discount: Discount = { kind: 'amountOff', amount: 300, minimumTotal: 0 };
  const order = makeRunning(20 * 60, [[100, 120]], discount);
  expect(runningCostOf(order, minutes(2890), null)).toMatchObject({
    soFar: { amount: 1800 },
    next: { at: minutes(2900), total: { amount: 3000 } },
  });
});

it('a rental whose charger does not charge costs nothing so far', () => {
  const order = { ...makeRunning(0), faulty: { swap: 'done' as const } };
  expect(runningCostOf(order, minutes(102), null).soFar).toEqual(usd(0));
  expect(runningCostOf(order, minutes(130), minutes(102)).soFar).toEqual(usd(0));
});

it('while a claim stops the clock, there is no next step', () => {
  expect(runningCostOf(makeRunning(0), minutes(130), minutes(102))).toMatchObject({
    soFar: { amount: 300 },
    next: null,
  });
  expect(runningCostOf(makeRunning(0), minutes(4000), minutes(3900)).soFar.amount).toBe(2100);
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
const minimumTotal = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 }));
const anyDiscount: fc.Arbitrary<Discount | null> = fc.option(
  fc.oneof(
    fc.record({
      kind: fc.constant('amountOff' as const),
      amount: fc.integer({ min: 1, max: 2000 }),
      minimumTotal,
    }),
    fc.record({
      kind: fc.constant('freeMinutes' as const),
      minutes: fc.integer({ min: 1, max: 200 }),
      minimumTotal,
    }),
  ),
);
/** The times after the start and the length of a pause, and how long claims stopped the clock, in minutes. */
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
      anyDiscount,
      anyStops,
      fc.integer({ min: 0, max: 1700 * minute }),
      fc.nat(),
      (terms, discount, { pause, claimed }, elapsed, between) => {
        const moved = claimed + (pause?.lasts ?? 0);
        const order = {
          ...makeRunning(
            moved * 60,
            pause ? [[pause.from, pause.from + pause.lasts]] : [],
            discount,
          ),
          tariff: terms,
        };
        const lostAt = minutes(terms.lostMinutes + moved);
        // The same steps as in the server's module closeRental.ts.
        const bill = (at: number) => {
          const times = { startedAt: start, until: at, sameStation: false };
          if (at >= lostAt) return billRental(terms, times).total;
          const stops = readPauses(order.pauses);
          const until = moved === 0 ? at : endBeforeLoss(terms, start, at, stops);
          return billRental(terms, { ...times, until, pauses: stops }, discount).total;
        };
        const now = start + elapsed;
        const { soFar, next } = runningCostOf(order, now, null);
        if (now >= lostAt) {
          expect(next).toBeNull();
          return;
        }
        expect(soFar.amount).toBe(bill(now));
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
