import type { Db } from '../../db/database.ts';

/** Query for other queries to join: the rental of each rider's coupon; null for an unused coupon. */
export function couponRentals(db: Db) {
  return db.selectFrom('rider_coupons').select(['id', 'rental_id']);
}
