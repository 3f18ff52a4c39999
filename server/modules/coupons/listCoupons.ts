import type { Coupon, Coupons } from '../../../contract/coupons.ts';
import type { Db, Trx } from '../../db/database.ts';
import { isFirstRental } from '../rentalRecords/rentalsOfRider.ts';
import { couponsOf, presentCoupon } from './presentCoupon.ts';

/**
 * A rider's coupons. The usable coupons come first, in the order of their expiry. The reserved, the used and the
 * expired coupons follow in this order, in each state the newest first.
 */
export async function listCoupons(db: Db | Trx, userId: string, now: Date): Promise<Coupons> {
  const rows = await couponsOf(db, userId).execute();
  return {
    coupons: rows.map((row) => presentCoupon(row, now)).sort(byUse),
    isFirstRental: await isFirstRental(db, userId),
  };
}

const ranks: Coupon['state'][] = ['available', 'reserved', 'used', 'expired'];

function byUse(a: Coupon, b: Coupon): number {
  return (
    ranks.indexOf(a.state) - ranks.indexOf(b.state) ||
    (a.state === 'available' ? expiry(a) - expiry(b) : 0) ||
    Date.parse(b.redeemedAt) - Date.parse(a.redeemedAt)
  );
}

/** The time by which usable coupons are sorted. A coupon without an expiry comes last. */
function expiry({ expiresAt }: Coupon): number {
  return expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt);
}
