import { billRental, type Bill } from '../../contract/rules/pricing/pricing.ts';
import type { Db } from '../db/database.ts';
import type { RentalRow } from '../modules/rental/rentals.ts';

/** Which rental a rider's coupon was used for, by the coupon. */
type Uses = ReadonlyMap<string, string>;

export async function usesOfCoupons(db: Db): Promise<Uses> {
  const rows = await db
    .selectFrom('rider_coupons')
    .select(['id', 'rental_id'])
    .where('state', '=', 'used')
    .execute();
  return new Map(
    rows.flatMap(({ id, rental_id }) => (rental_id === null ? [] : [[id, rental_id]])),
  );
}

/**
 * What a rental costs that ended at `until`, and what is wrong with its coupon: it is used where it
 * takes something off, and only there; a lost rental's, which was given back, another one may have used.
 */
export function billWithCoupon(
  rental: RentalRow,
  times: { startedAt: number; until: number; sameStation: boolean },
  uses: Uses,
): { total: number; wrong: string | null } {
  const full = billRental(rental.tariff, times);
  const less = billRental(rental.tariff, times, rental.discount);
  const usedFor = rental.rider_coupon_id === null ? undefined : uses.get(rental.rider_coupon_id);
  if (usedFor === rental.id) {
    const wrong = takesOff(less) ? null : 'used a coupon that took nothing off';
    return { total: less.total, wrong };
  }
  const wrong = takesOff(less) && usedFor === undefined ? 'has a coupon that was not used' : null;
  return { total: full.total, wrong };
}

const takesOff = ({ lines }: Bill) => lines.some(({ kind }) => kind === 'coupon');

/** At rest no coupon is kept for a rental, and each was used by its rider for a rental that was billed. */
export async function couponViolations(db: Db, rentals: readonly RentalRow[]): Promise<string[]> {
  const rows = await db.selectFrom('rider_coupons').selectAll().execute();
  return rows.flatMap(({ id, user_id, state, rental_id }) => {
    if (state === 'available')
      return rental_id === null ? [] : [`coupon ${id} is nobody's rental's`];
    if (state === 'reserved') return [`coupon ${id} is still kept for a rental`];
    const rental = rentals.find((one) => one.id === rental_id);
    const isOwn = rental?.rider_coupon_id === id && rental.user_id === user_id;
    return isOwn && rental.total !== null
      ? []
      : [`coupon ${id} was used for no rental of its rider`];
  });
}
