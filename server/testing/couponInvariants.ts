import { billRental, type Bill } from '../../contract/rules/pricing/pricing.ts';
import type { Db } from '../db/database.ts';
import type { RentalRow } from '../modules/rentalRecords/rentals.ts';

/** For each coupon of a rider, by its id: the rental that used the coupon. */
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
 * Returns the cost of a rental that ended at `times.until`. `wrong` is the error about the rental's
 * coupon; null if there is no error. A rental uses a coupon if and only if the coupon reduces the
 * bill, so a free rental uses none. After the loss of a charger, the rider gets the coupon back, so
 * another rental may have used it.
 */
export function billWithCoupon(
  rental: RentalRow,
  times: { startedAt: number; until: number; sameStation: boolean },
  uses: Uses,
  isFree: boolean,
): { total: number; wrong: string | null } {
  const full = billRental(rental.tariff, times);
  const less = billRental(rental.tariff, times, rental.discount);
  const isReduced = !isFree && takesOff(less);
  const usedFor = rental.rider_coupon_id === null ? undefined : uses.get(rental.rider_coupon_id);
  if (usedFor === rental.id) {
    const wrong = isReduced ? null : 'used a coupon that took nothing off';
    return { total: less.total, wrong };
  }
  const wrong = isReduced && usedFor === undefined ? 'has a coupon that was not used' : null;
  return { total: full.total, wrong };
}

const takesOff = ({ lines }: Bill) => lines.some(({ kind }) => kind === 'coupon');

/**
 * Returns the errors about coupons. Call it after all jobs are done: then no coupon may be reserved, and each used
 * coupon must belong to a billed rental of its rider.
 */
export async function couponViolations(db: Db, rentals: readonly RentalRow[]): Promise<string[]> {
  const rows = await db.selectFrom('rider_coupons').selectAll().execute();
  return rows.flatMap(({ id, user_id, state, rental_id }) => {
    if (state === 'available')
      return rental_id === null ? [] : [`coupon ${id} is available, but has a rental`];
    if (state === 'reserved') return [`coupon ${id} is still reserved for a rental`];
    const rental = rentals.find((one) => one.id === rental_id);
    const isOwn = rental?.rider_coupon_id === id && rental.user_id === user_id;
    return isOwn && rental.total !== null
      ? []
      : [`coupon ${id} was not used for a billed rental of its rider`];
  });
}
