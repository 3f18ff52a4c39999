import type { Coupon } from '../../coupons.ts';
import { maxDiscount, type Discount, type Tariff } from './pricing.ts';

type RiderCoupon = Pick<
  Coupon,
  'kind' | 'amount' | 'minutes' | 'minimumTotal' | 'firstRentalOnly' | 'state' | 'expiresAt'
>;

/** The reduction that a coupon gives on a rental; null for a coupon that adds GoCash. */
export function discountOfCoupon({
  kind,
  amount,
  minutes,
  minimumTotal,
}: Pick<RiderCoupon, 'kind' | 'amount' | 'minutes' | 'minimumTotal'>) {
  const minimum = minimumTotal?.amount ?? 0;
  let discount: Discount | null = null;
  if (kind === 'amountOff' && amount) {
    discount = { kind, amount: amount.amount, minimumTotal: minimum };
  } else if (kind === 'freeMinutes' && minutes !== null) {
    discount = { kind, minutes, minimumTotal: minimum };
  }
  return discount;
}

/**
 * The highest reduction, in minor units, that a coupon could give on a rental that begins now
 * (milliseconds since the epoch). It is 0 if the coupon cannot be used, or cannot reduce any rental.
 */
export function couponValue(
  tariff: Tariff,
  coupon: RiderCoupon,
  now: number,
  isFirstRental: boolean,
): number {
  const discount = discountOfCoupon(coupon);
  if (!discount || coupon.state !== 'available') return 0;
  if (coupon.expiresAt !== null && Date.parse(coupon.expiresAt) <= now) return 0;
  if (coupon.firstRentalOnly && !isFirstRental) return 0;
  const currencies = [coupon.amount?.currency, coupon.minimumTotal?.currency];
  if (currencies.some((currency) => currency !== undefined && currency !== tariff.currency))
    return 0;
  return maxDiscount(tariff, discount);
}

/**
 * The coupon that a rental uses unless the rider chooses another coupon. It has the highest possible
 * reduction. Among equal coupons it is the coupon that expires first, then the coupon that was redeemed
 * first. The result is null if no coupon can reduce the price.
 */
export function bestCoupon<T extends RiderCoupon & Pick<Coupon, 'id' | 'redeemedAt'>>(
  tariff: Tariff,
  coupons: readonly T[],
  now: number,
  isFirstRental: boolean,
): T | null {
  const ranked = coupons
    .map((coupon) => ({ coupon, value: couponValue(tariff, coupon, now, isFirstRental) }))
    .filter(({ value }) => value > 0)
    .sort(
      (a, b) =>
        b.value - a.value ||
        expiry(a.coupon) - expiry(b.coupon) ||
        Date.parse(a.coupon.redeemedAt) - Date.parse(b.coupon.redeemedAt) ||
        (a.coupon.id < b.coupon.id ? -1 : 1),
    );
  return ranked[0]?.coupon ?? null;
}

/** The time of expiry as a sort key. A coupon without an expiry comes last. */
function expiry({ expiresAt }: RiderCoupon): number {
  return expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt);
}
