import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's coupons, for the file with all data about the rider. */
export async function couponData(db: Db, userId: string): Promise<RiderData['coupons']> {
  const rows = await db
    .selectFrom('rider_coupons')
    .innerJoin('coupons', 'coupons.id', 'rider_coupons.coupon_id')
    .select(['coupons.code', 'coupons.kind', 'rider_coupons.state', 'rider_coupons.rental_id'])
    .select(['rider_coupons.redeemed_at', 'rider_coupons.used_at'])
    .where('rider_coupons.user_id', '=', userId)
    .orderBy('rider_coupons.redeemed_at')
    .execute();
  return rows.map(({ code, kind, state, rental_id, redeemed_at, used_at }) => ({
    code,
    kind,
    state,
    orderId: rental_id,
    redeemedAt: redeemed_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }));
}
