import type { Bill, Discount } from '../../../contract/rules/pricing/pricing.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';

interface CouponRental {
  id: string;
  rider_coupon_id: string | null;
  discount: Discount | null;
}

/**
 * What a rental is billed with: the discount that was frozen when it began, also where its coupon has
 * expired since. None where the coupon was given back, as for a lost charger, and has been taken for
 * another rental meanwhile. It is locked until `settleCoupon`.
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

/** Once the bill is known: a coupon that it has a line of is used, another one is the rider's again. */
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

/** The rider can use it for another rental. */
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
