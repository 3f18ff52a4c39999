import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

export const couponHashesKeptMs = 365 * 24 * 60 * 60_000;

/** Deletes the rider hashes of coupons that expired or were ended long ago. */
export async function dropOldCouponHashes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('coupon_marks')
    .where('coupon_id', 'in', (of) =>
      of
        .selectFrom('coupons')
        .select('id')
        .where(
          ({ fn }) => fn<Date | null>('least', ['expires_at', 'ended_at']),
          '<',
          addMs(now, -couponHashesKeptMs),
        ),
    )
    .execute();
}
