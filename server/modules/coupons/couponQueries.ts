import type { Db } from '../../db/database.ts';

/**
 * A query for other queries to join: each redeemed coupon with its rental. The rental is null if the coupon
 * is unused.
 */
export function couponRentals(db: Db) {
  return db.selectFrom('rider_coupons').select(['id', 'rental_id']);
}
