import type { Bill, Discount } from '../../../contract/rules/pricing/pricing.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

interface CouponRental {
  id: string;
  rider_coupon_id: string | null;
  discount: Discount | null;
}

/**
 * Returns the discount of a rental's bill, and locks its coupon until the transaction ends. The discount was frozen at
 * the start of the rental, so it applies even if the coupon has expired. The result is null if the rental has no
 * coupon, or if another rental uses the coupon now, for example because the coupon was released when the charger was
 * lost.
 */
export async function claimDiscount(
  work: UnitOfWork,
  rental: CouponRental,
): Promise<Discount | null> {
  if (rental.rider_coupon_id === null) return null;
  const { state, rental_id } = await work.trx
    .selectFrom('rider_coupons')
    .select(['state', 'rental_id'])
    .where('id', '=', rental.rider_coupon_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return state === 'available' || rental_id === rental.id ? rental.discount : null;
}

/**
 * Settles the coupon once the bill is known. If the bill has a line for the coupon, the coupon is marked as used. If
 * not, it is released.
 */
export async function settleCoupon(
  work: UnitOfWork,
  rental: Pick<CouponRental, 'id' | 'rider_coupon_id'>,
  { lines }: Pick<Bill, 'lines'>,
): Promise<void> {
  if (!lines.some(({ kind }) => kind === 'coupon')) return giveCouponBack(work, rental);
  const { numUpdatedRows } = await work.trx
    .updateTable('rider_coupons')
    .set({ state: 'used', rental_id: rental.id, used_at: work.now })
    .where('id', '=', rental.rider_coupon_id)
    .where('state', '!=', 'used')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`rental ${rental.id} has no coupon to use`);
}

/** Releases the coupon, so that another rental can use it. */
export async function giveCouponBack(
  work: UnitOfWork,
  rental: Pick<CouponRental, 'id' | 'rider_coupon_id'>,
): Promise<void> {
  if (rental.rider_coupon_id === null) return;
  await work.trx
    .updateTable('rider_coupons')
    .set({ state: 'available', rental_id: null })
    .where('id', '=', rental.rider_coupon_id)
    .where('rental_id', '=', rental.id)
    .where('state', '=', 'reserved')
    .execute();
}
