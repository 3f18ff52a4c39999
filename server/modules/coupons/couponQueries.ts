import type { Db } from '../../db/database.ts';

/**
 * The coupons of all riders, each with its rental, as a subquery that other queries join. The rental is null if no
 * rental uses the coupon.
 */
export function couponRentals(db: Db) {
  return db.selectFrom('rider_coupons').select(['id', 'rental_id']);
}
