import type { Coupon, Coupons, RedeemCoupon } from '../../../contract/coupons.ts';
import { paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const redeemRequest = (body: RedeemCoupon): ApiRequest => ({
  url: paths.coupons,
  method: 'POST',
  body,
});

const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Gets the coupons. Usable coupons come first, in the order of their expiry. */
    getCoupons: build.query<Coupons, void>({
      query: () => paths.coupons,
      providesTags: ['Coupon'],
    }),
    redeemCoupon: build.mutation<Coupon, RedeemCoupon>({
      query: (coupon) => withAttemptKey(redeemRequest(coupon)),
      onQueryStarted: (coupon, { queryFulfilled }) =>
        settleAttempt(redeemRequest(coupon), queryFulfilled),
      invalidatesTags: (coupon) => (coupon ? ['Coupon', 'Wallet'] : []),
    }),
  }),
});

export const { useGetCouponsQuery, useRedeemCouponMutation } = couponsApi;
