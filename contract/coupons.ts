import { z } from 'zod';
import { Money } from './money.ts';

export const CouponKind = z.enum(['amountOff', 'freeMinutes', 'goCash']);
export type CouponKind = z.infer<typeof CouponKind>;

/** A coupon that the rider has redeemed. */
export const Coupon = z.object({
  id: z.uuid(),
  kind: CouponKind,
  /** Off a rental (`amountOff`) or credited (`goCash`); null for `freeMinutes`. */
  amount: Money.nullable(),
  minutes: z.int().positive().nullable(),
  /** The coupon counts only for a rental that costs at least this amount. */
  minimumTotal: Money.nullable(),
  firstRentalOnly: z.boolean(),
  state: z.enum(['available', 'reserved', 'used', 'expired']),
  redeemedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable(),
  /** The rental that the coupon is reserved for, or that used it. */
  orderId: z.uuid().nullable(),
});
export type Coupon = z.infer<typeof Coupon>;

/** `GET /api/coupons`: usable coupons first, in the order of their expiry. */
export const Coupons = z.object({
  coupons: z.array(Coupon),
  /** True if the rider has never rented. Only then can the rider use `firstRentalOnly` coupons. */
  isFirstRental: z.boolean(),
});
export type Coupons = z.infer<typeof Coupons>;

/**
 * `POST /api/coupons` (Idempotency-Key): redeem a code; letter case, spaces and dashes do not
 * matter. Answers 201 with the `Coupon`, or `couponInvalid` for every problem with the code; after
 * ten wrong codes within an hour `tooManyRequests`.
 */
export const RedeemCoupon = z.object({ code: z.string().trim().min(1).max(64) });
export type RedeemCoupon = z.infer<typeof RedeemCoupon>;
