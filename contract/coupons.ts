import { z } from 'zod';
import { Money } from './money.ts';

export const CouponKind = z.enum(['amountOff', 'freeMinutes', 'goCash']);
export type CouponKind = z.infer<typeof CouponKind>;

/** A coupon that the rider has redeemed. */
export const Coupon = z.object({
  id: z.uuid(),
  kind: CouponKind,
  /** The reduction of a rental (`amountOff`), or the credited GoCash (`goCash`); null for `freeMinutes`. */
  amount: Money.nullable(),
  minutes: z.int().positive().nullable(),
  /**
   * The coupon reduces a rental only if the rental costs at least this amount without the coupon;
   * null if there is no such limit.
   */
  minimumTotal: Money.nullable(),
  firstRentalOnly: z.boolean(),
  state: z.enum(['available', 'reserved', 'used', 'expired']),
  redeemedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable(),
  /** The order that has reserved or used the coupon. */
  orderId: z.uuid().nullable(),
});
export type Coupon = z.infer<typeof Coupon>;

/** `GET /api/coupons`: the rider's coupons. The usable ones come first, in the order of their expiry. */
export const Coupons = z.object({
  coupons: z.array(Coupon),
  /** True if the rider has never rented. Only then can the rider use `firstRentalOnly` coupons. */
  isFirstRental: z.boolean(),
});
export type Coupons = z.infer<typeof Coupons>;

/**
 * `POST /api/coupons` (Idempotency-Key) redeems a code. Letter case, spaces and dashes do not matter.
 * It returns 201 with the `Coupon`, or `couponInvalid` for every problem with the code. After ten wrong
 * codes within an hour it returns `tooManyRequests`.
 */
export const RedeemCoupon = z.object({ code: z.string().trim().min(1).max(64) });
export type RedeemCoupon = z.infer<typeof RedeemCoupon>;
