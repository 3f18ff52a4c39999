import {
  bestCoupon,
  couponValue,
  discountOfCoupon,
} from '../../../contract/rules/pricing/coupons.ts';
import type { Discount, Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { isFirstRental } from '../rentalRecords/rentalsOfRider.ts';
import { couponsOf, presentCoupon } from './presentCoupon.ts';

export interface ChosenCoupon {
  riderCouponId: string;
  discount: Discount;
}

/**
 * Chooses the coupon of a rental that is about to begin. The function locks the rider's available coupons until the
 * transaction ends, so that two rentals never share a coupon.
 *
 * @param wanted the coupon that the rider saw. Null means no coupon, and undefined means the best coupon.
 * @throws {ProblemError} priceChanged, if the wanted coupon is not usable.
 */
export async function chooseCoupon(
  work: UnitOfWork,
  userId: string,
  tariff: Tariff,
  wanted: string | null | undefined,
): Promise<ChosenCoupon | null> {
  if (wanted === null) return null;
  const rows = await couponsOf(work.trx, userId)
    .where('rider_coupons.state', '=', 'available')
    .orderBy('rider_coupons.id')
    .forUpdate('rider_coupons')

    .execute();
  const now = work.now.getTime();
  const isFirst = await isFirstRental(work.trx, userId);
  const coupons = rows.map((row) => presentCoupon(row, work.now));
  const chosen =
    wanted === undefined
      ? bestCoupon(tariff, coupons, now, isFirst)
      : coupons.find((one) => one.id === wanted && couponValue(tariff, one, now, isFirst) > 0);
  const discount = chosen ? discountOfCoupon(chosen) : null;
  if (chosen && discount) return { riderCouponId: chosen.id, discount };
  if (wanted !== undefined) throw new ProblemError('priceChanged');
  return null;
}

/** Reserves a chosen coupon for its rental. The rental's row must exist. */
export async function reserveCoupon(
  work: UnitOfWork,
  { riderCouponId }: ChosenCoupon,
  rentalId: string,
): Promise<void> {
  const { numUpdatedRows } = await work.trx
    .updateTable('rider_coupons')
    .set({ state: 'reserved', rental_id: rentalId })
    .where('id', '=', riderCouponId)
    .where('state', '=', 'available')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`coupon ${riderCouponId} was not kept locked`);
}
