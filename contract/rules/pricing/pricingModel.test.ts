import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDiscount } from '../../testing/anyDiscount.ts';
import {
  billRental,
  maxDiscount,
  nextStepAt,
  quote,
  unlockHold,
  usageAmount,
  type Bill,
  type Discount,
  type RentalTimes,
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
    freeMinutes: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
    cap: fc.integer({ min: 1, max: 3000 }),
    // Some values are not multiples of the period of the rate.
    capMinutes: fc.integer({ min: 1, max: 2000 }),
    deposit: fc.integer({ min: 0, max: 4000 }),
    lostMinutes: fc.integer({ min: 60, max: 4000 }),
    overdueFee: fc.integer({ min: 0, max: 2000 }),
    lostExtra: fc.integer({ min: 0, max: 5000 }),
  })
  .map(({ lostExtra, ...given }) => ({
    id: 'any',
    currency: 'USD',
    depositCaptureMinutes: 24 * 60,
    minimumLevel: 60,
    ...given,
    lostTotal: given.unlockFee + lostExtra,
  }));

const discount = anyDiscount(600);

/** Pick-ups around changes between summer and winter time, in zones with several offsets. */
const pickUp = fc
  .constantFrom(
    '2026-03-08T02:00:00-06:00', // Chicago: the clocks go forward
    '2026-11-01T02:00:00-05:00', // Chicago: the clocks go back
    '2026-03-29T02:00:00+01:00', // Berlin: the clocks go forward
    '2026-10-04T02:00:00+10:30', // Lord Howe: the clocks go forward by half an hour
    '2026-04-05T03:00:00+13:00', // Auckland: the clocks go back
    '2016-12-31T23:59:59Z', // a leap second
    '1970-01-01T00:00:00Z',
  )
  .chain((at) =>
    fc
      .integer({ min: -48 * hour, max: 48 * hour })
      .map((offset) => Math.max(0, Date.parse(at) + offset)),
  );

/** Any elapsed time, and times a millisecond before, at and after a full minute. */
const elapsed = fc.oneof(
  fc.integer({ min: 0, max: 4100 * minute }),
  fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(-1, 0, 1))
    .map(([minutes, off]) => Math.max(0, minutes * minute + off)),
  fc
    .tuple(fc.integer({ min: 0, max: 4100 }), fc.constantFrom(-1, 0, 1))
    .map(([minutes, off]) => Math.max(0, minutes * minute + off)),
);

const rental = fc
  .record({ startedAt: pickUp, elapsed, sameStation: fc.boolean() })
  .map(({ startedAt, elapsed: time, sameStation }): RentalTimes => ({
    startedAt,
    until: startedAt + time,
    sameStation,
  }));

/**
 * An independent model of the usage: at each started minute, it adds the amount that becomes due.
 */
function slowUsage(terms: Tariff, startedAt: number, until: number, moreFree = 0): number {
  let total = 0;
  let inCap = 0;
  let counted = 0;
  const free = (terms.freeMinutes ?? 0) + moreFree;
  // An immediate return costs as much as one started minute.
  const end = Math.max(until, startedAt + 1);
  for (let begun = 0; startedAt + begun * minute < end; begun++) {
    if (begun < free) continue;
    const sinceCap = counted++ % terms.capMinutes;
    if (sinceCap === 0) inCap = 0;
    if (sinceCap % terms.rateMinutes !== 0) continue;
    const step = Math.min(terms.rate, terms.cap - inCap);
    inCap += step;
    total += step;
  }
  return total;
}

function slowTotal(terms: Tariff, times: RentalTimes, off: Discount | null): number {
  const { startedAt, until, sameStation } = times;
  const minutes = (until - startedAt) / minute;
  if (sameStation && terms.graceMinutes > 0 && minutes <= terms.graceMinutes) return 0;
  const whole = terms.unlockFee + slowUsage(terms, startedAt, until);
  if (minutes >= terms.lostMinutes) {
    const lostAt = startedAt + terms.lostMinutes * minute;
    const dearest = terms.unlockFee + slowUsage(terms, startedAt, lostAt) + terms.overdueFee;
    return dearest > terms.lostTotal ? terms.lostTotal : dearest;
  }
  if (!off || whole < off.minimumTotal) return whole;
  if (off.kind === 'amountOff') return whole > off.amount ? whole - off.amount : 0;
  return terms.unlockFee + slowUsage(terms, startedAt, until, off.minutes);
}

function lineOf({ lines }: Bill, kind: Bill['lines'][number]['kind']): number {
  return lines.find((line) => line.kind === kind)?.amount ?? 0;
}

test('a bill equals the result of the minute-by-minute model', () => {
  fc.assert(
    fc.property(tariff, rental, discount, (terms, times, off) => {
      const bill = billRental(terms, times, off);
      expect(bill.total).toBe(slowTotal(terms, times, off));
      expect(bill.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill.total);
      expect(bill.total).toBeGreaterThanOrEqual(0);
      expect(lineOf(bill, 'coupon')).toBeLessThanOrEqual(0);
      for (const { amount } of bill.lines) expect(Number.isSafeInteger(amount)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('the bill depends on the elapsed time, not on the calendar', () => {
  fc.assert(
    fc.property(tariff, rental, discount, (terms, times, off) => {
      const fromZero = { ...times, startedAt: 0, until: times.until - times.startedAt };
      expect(billRental(terms, times, off)).toEqual(billRental(terms, fromZero, off));
    }),
  );
});

test('a day of 23 or 25 hours is billed as 24 elapsed hours', () => {
  const terms: Tariff = {
    id: 'day',
    currency: 'USD',
    unlockFee: 0,
    graceMinutes: 0,
    rate: 100,
    rateMinutes: 60,
    cap: 1000,
    capMinutes: 24 * 60,
    deposit: 0,
    depositCaptureMinutes: 24 * 60,
    lostMinutes: 48 * 60,
    overdueFee: 0,
    lostTotal: 3000,
    minimumLevel: 60,
  };
  const usage = (from: string, to: string) => usageAmount(terms, Date.parse(from), Date.parse(to));
  // This rental lasts from noon to 1 p.m. of the next day in Chicago: 24 hours, because the clocks skip one hour.
  expect(usage('2026-03-07T12:00:00-06:00', '2026-03-08T13:00:00-05:00')).toBe(1000);
  expect(usage('2026-03-07T12:00:00-06:00', '2026-03-08T13:00:00.001-05:00')).toBe(1100);
  // This rental lasts from noon to 11 a.m. of the next day: 24 hours, because the clocks repeat one hour.
  expect(usage('2026-10-31T12:00:00-05:00', '2026-11-01T11:00:00-06:00')).toBe(1000);
  expect(usage('2026-10-31T12:00:00-05:00', '2026-11-01T11:00:00.001-06:00')).toBe(1100);
});

test('without a coupon the cost never decreases until the charger is lost', () => {
  fc.assert(
    fc.property(tariff, pickUp, elapsed, elapsed, (terms, startedAt, a, b) => {
      const last = terms.lostMinutes * minute - 1;
      const [early, late] = [Math.min(a, b, last), Math.min(Math.max(a, b), last)].map(
        (time) =>
          billRental(terms, { startedAt, until: startedAt + time, sameStation: false }).total,
      );
      expect(late).toBeGreaterThanOrEqual(early ?? Infinity);
    }),
  );
});

test('a coupon never raises the cost, and no rental exceeds the quoted maximum', () => {
  fc.assert(
    fc.property(tariff, rental, discount, (terms, times, off) => {
      const { total } = billRental(terms, times, off);
      expect(total).toBeLessThanOrEqual(billRental(terms, times).total);
      expect(total).toBeLessThanOrEqual(quote(terms, off).worst);
      if (off)
        expect(-lineOf(billRental(terms, times, off), 'coupon')).toBeLessThanOrEqual(
          maxDiscount(terms, off),
        );
    }),
  );
});

test('the calculated highest reduction of a coupon equals the highest reduction over all times of return', () => {
  fc.assert(
    fc.property(tariff, discount, (terms, off) => {
      if (!off) return;
      let most = 0;
      for (let at = 0; at < terms.lostMinutes; at++) {
        const times = { startedAt: 0, until: at * minute + 1, sameStation: false };
        most = Math.max(most, -lineOf(billRental(terms, times, off), 'coupon'));
      }
      expect(maxDiscount(terms, off)).toBe(most);
    }),
  );
});

test('a quote has one hold for fee and deposit, or only for the deposit if GoCash pays the fee', () => {
  const minimum = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(tariff, discount, minimum, (terms, off, minimumCharge) => {
      const fee = unlockHold(terms, off);
      const atLeast = (amount: number) => (amount >= minimumCharge ? amount : 0);
      const byCard = quote({ ...terms, minimumCharge }, off);
      expect(byCard.cardHold).toBe(atLeast(fee + terms.deposit));
      expect(byCard.held).toBe(byCard.cardHold);
      const byGoCash = quote({ ...terms, minimumCharge }, off, true);
      expect(byGoCash.cardHold).toBe(atLeast(terms.deposit));
      expect(byGoCash.held).toBe(fee + byGoCash.cardHold);
    }),
  );
});

test('a quote contains the cost after the first step, and the cost of a lost charger', () => {
  fc.assert(
    fc.property(tariff, discount, (terms, off) => {
      const said = quote(terms, off);
      expect(said.unlockHold).toBeLessThanOrEqual(terms.unlockFee);
      const at = (until: number) =>
        slowTotal(terms, { startedAt: 0, until, sameStation: false }, off);
      expect(said.firstStep.total).toBe(at(said.firstStep.afterMinutes * minute + 1));
      // Before the first step only the unlock fee is due.
      if (said.firstStep.afterMinutes > 0 && said.firstStep.afterMinutes < terms.lostMinutes) {
        expect(at(said.firstStep.afterMinutes * minute)).toBeLessThanOrEqual(terms.unlockFee);
      }
      expect(said.lost.total).toBe(at(terms.lostMinutes * minute));
    }),
  );
});

test('the hold for the unlock fee is never above the cost of any rental', () => {
  fc.assert(
    fc.property(tariff, rental, discount, (terms, times, off) => {
      if (times.sameStation) return;
      expect(unlockHold(terms, off)).toBeLessThanOrEqual(
        Math.max(billRental(terms, times, off).total, off?.minimumTotal ? terms.unlockFee : 0),
      );
    }),
  );
});

test('the next step is the first moment with a different cost', () => {
  fc.assert(
    fc.property(tariff, pickUp, elapsed, discount, (terms, startedAt, time, off) => {
      const now = startedAt + time;
      const next = nextStepAt(terms, startedAt, now, off);
      const lostAt = startedAt + terms.lostMinutes * minute;
      if (next === null) {
        expect(now).toBeGreaterThanOrEqual(lostAt);
        return;
      }
      expect(next).toBeGreaterThan(now);
      expect(next).toBeLessThanOrEqual(lostAt);
      const after = (at: number) =>
        slowTotal(terms, { startedAt, until: at + 1, sameStation: false }, off);
      const cost = after(now);
      // The cost changes only at full minutes.
      for (let at = now + 1; at < next;) {
        if (at < lostAt - 1) expect(after(at)).toBe(cost);
        at = startedAt + (Math.floor((at - startedAt) / minute) + 1) * minute;
      }
      if (next < lostAt) expect(after(next)).not.toBe(cost);
    }),
    { numRuns: 60 },
  );
});
