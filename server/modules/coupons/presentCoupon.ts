import type { Coupon } from '../../../contract/coupons.ts';
import type { Db, Trx } from '../../db/database.ts';

/** The coupons that a rider has redeemed or got from a campaign, with their terms. */
export function couponsOf(db: Db | Trx, userId: string) {
  return db
    .selectFrom('rider_coupons')
    .innerJoin('coupons', 'coupons.id', 'rider_coupons.coupon_id')
    .select(['rider_coupons.id', 'rider_coupons.state', 'rider_coupons.rental_id'])
    .select(['rider_coupons.redeemed_at', 'rider_coupons.used_at', 'coupons.kind'])
    .select(['coupons.currency', 'coupons.amount', 'coupons.minutes', 'coupons.minimum_total'])
    .select(['coupons.first_rental_only', 'coupons.expires_at'])
    .where('rider_coupons.user_id', '=', userId);
}

type CouponRow = Awaited<ReturnType<ReturnType<typeof couponsOf>['execute']>>[number];

/**
 * Converts a coupon to the contract. A reserved coupon stays `reserved` after its expiry, because its rental can still
 * use it.
 */
export function presentCoupon(row: CouponRow, now: Date): Coupon {
  const money = (amount: number) => ({ amount, currency: row.currency });
  const isOver = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    kind: row.kind,
    amount: row.amount === null ? null : money(row.amount),
    minutes: row.minutes,
    minimumTotal: row.minimum_total === 0 ? null : money(row.minimum_total),
    firstRentalOnly: row.first_rental_only,
    state: row.state === 'available' && isOver ? 'expired' : row.state,
    redeemedAt: row.redeemed_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    usedAt: row.used_at?.toISOString() ?? null,
    orderId: row.rental_id,
  };
}
