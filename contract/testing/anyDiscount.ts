import fc from 'fast-check';
import type { Discount } from '../rules/pricing/pricing.ts';

/**
 * Generates a coupon's discount, or null for a rental without a coupon.
 *
 * @param mostMinutes the highest number of free minutes.
 */
export function anyDiscount(mostMinutes: number): fc.Arbitrary<Discount | null> {
  const minimumTotal = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 }));
  return fc.oneof(
    fc.constant(null),
    fc.record({
      kind: fc.constant('amountOff' as const),
      amount: fc.integer({ min: 1, max: 2000 }),
      minimumTotal,
    }),
    fc.record({
      kind: fc.constant('freeMinutes' as const),
      minutes: fc.integer({ min: 1, max: mostMinutes }),
      minimumTotal,
    }),
  );
}
