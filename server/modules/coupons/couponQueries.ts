import type { Db } from '../../db/database.ts';

/** Query for other queries to join: each redeemed coupon and its rental; null for an unused coupon. */
export function couponRentals(db: Db) {
  return db.selectFrom('rider_coupons').select(['id', 'rental_id']);
}
