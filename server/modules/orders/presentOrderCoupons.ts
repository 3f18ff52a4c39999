import type { Order } from '../../../contract/orders.ts';
import type { OrderParts } from './readOrders.ts';

/**
 * The coupon of each rental's bill, by the id of the rental. The result omits a released coupon,
 * because a released coupon no longer belongs to a rental.
 */
export function presentOrderCoupons(
  rentals: OrderParts['rentals'],
  coupons: OrderParts['coupons'],
): Map<string, NonNullable<Order['coupon']>> {
  const owners = new Map(coupons.map(({ id, rental_id }) => [id, rental_id]));
  return new Map(
    rentals.flatMap(({ id, rider_coupon_id, discount, tariff }) => {
      if (!discount || !rider_coupon_id || owners.get(rider_coupon_id) !== id) return [];
      const money = (amount: number) => ({ amount, currency: tariff.currency });
      const { kind, minimumTotal } = discount;
      const coupon = {
        id: rider_coupon_id,
        kind,
        amount: kind === 'amountOff' ? money(discount.amount) : null,
        minutes: kind === 'freeMinutes' ? discount.minutes : null,
        minimumTotal: minimumTotal === 0 ? null : money(minimumTotal),
      };
      return [[id, coupon] as const];
    }),
  );
}
