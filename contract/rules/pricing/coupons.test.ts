import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoTariff } from '../../testing/demoTariff.ts';
import type { Coupon } from '../../coupons.ts';
import { bestCoupon, couponValue } from './coupons.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const usd = (amount: number) => ({ amount, currency: 'USD' });

function coupon(given: Partial<Coupon>): Coupon {
  return {
    id: 'a',
    kind: 'amountOff',
    amount: null,
    minutes: null,
    minimumTotal: null,
    firstRentalOnly: false,
    state: 'available',
    redeemedAt: '2026-05-01T00:00:00.000Z',
    expiresAt: null,
    usedAt: null,
    orderId: null,
    ...given,
  };
}

const best = (coupons: Coupon[], isFirst = false) =>
  bestCoupon(demoTariff, coupons, now, isFirst)?.id;

test('the best coupon has the highest reduction; among equal coupons, it expires first', () => {
  const dollar = coupon({ id: 'dollar', amount: usd(100) });
  const hours = coupon({ id: 'hours', kind: 'freeMinutes', minutes: 120 });
  const two = coupon({ id: 'two', amount: usd(200), expiresAt: '2026-07-01T00:00:00.000Z' });
  const soon = coupon({ id: 'soon', amount: usd(200), expiresAt: '2026-06-02T00:00:00.000Z' });
  expect(best([])).toBeUndefined();
  expect(best([dollar, hours])).toBe('hours');
  expect(best([dollar, hours, two])).toBe('two');
  expect(best([two, dollar, soon, hours])).toBe('soon');
});

test('a coupon that cannot be used, or cannot reduce the price, is not chosen', () => {
  const amount = usd(500);
  expect(best([coupon({ amount, state: 'used' })])).toBeUndefined();
  expect(best([coupon({ amount, state: 'reserved' })])).toBeUndefined();
  expect(best([coupon({ amount, expiresAt: new Date(now).toISOString() })])).toBeUndefined();
  expect(best([coupon({ amount, expiresAt: new Date(now + 1).toISOString() })])).toBe('a');
  expect(best([coupon({ amount, firstRentalOnly: true })])).toBeUndefined();
  expect(best([coupon({ amount, firstRentalOnly: true })], true)).toBe('a');
  expect(best([coupon({ kind: 'goCash', amount })])).toBeUndefined();
  expect(best([coupon({ amount: { amount: 500, currency: 'EUR' } })])).toBeUndefined();
  // With this tariff no rental costs more than $21: $1 to unlock and two days at the cap.
  expect(best([coupon({ amount, minimumTotal: usd(2101) })])).toBeUndefined();
  expect(best([coupon({ amount, minimumTotal: usd(2100) })])).toBe('a');
});

test('the order of the coupons does not change the choice', () => {
  const any = fc.record({
    id: fc.uuid(),
    amount: fc.integer({ min: 1, max: 5 }).map((dollars) => usd(dollars * 100)),
    expiresAt: fc.constantFrom(null, '2026-06-02T00:00:00.000Z', '2026-07-02T00:00:00.000Z'),
    firstRentalOnly: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(any, { selector: ({ id }) => id }),
      fc.boolean(),
      (given, isFirst) => {
        const coupons = given.map(coupon);
        const chosen = bestCoupon(demoTariff, coupons, now, isFirst);
        expect(bestCoupon(demoTariff, coupons.toReversed(), now, isFirst)?.id).toBe(chosen?.id);
        const most = Math.max(
          0,
          ...coupons.map((one) => couponValue(demoTariff, one, now, isFirst)),
        );
        expect(chosen ? couponValue(demoTariff, chosen, now, isFirst) : 0).toBe(most);
      },
    ),
  );
});
