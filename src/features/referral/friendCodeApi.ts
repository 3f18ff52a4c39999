import { paths } from '../../../contract/paths.ts';
import type { FriendCode, FriendCodeState, FriendReward } from '../../../contract/referral.ts';
import {
  isFriendCodeState,
  isFriendReward,
} from '../../../contract/rules/shapes/friendCodeShapes.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const redeemRequest = (body: FriendCode): ApiRequest => ({
  url: paths.friendCode,
  method: 'POST',
  body,
  expects: isFriendReward,
});

const friendCodeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFriendCode: build.query<FriendCodeState, void>({
      query: () => ({ url: paths.friendCode, expects: isFriendCodeState }),
      providesTags: ['Referral'],
    }),
    checkFriendCode: build.mutation<FriendReward, FriendCode>({
      query: (body) => ({
        url: paths.friendCodeCheck,
        method: 'POST',
        body,
        expects: isFriendReward,
      }),
    }),
    redeemFriendCode: build.mutation<FriendReward, FriendCode>({
      query: (code) => withAttemptKey(redeemRequest(code)),
      onQueryStarted: (code, { queryFulfilled }) =>
        settleAttempt(redeemRequest(code), queryFulfilled),
      invalidatesTags: (rewarded) => (rewarded ? ['Referral', 'Wallet'] : []),
    }),
  }),
});

export const { useGetFriendCodeQuery, useCheckFriendCodeMutation, useRedeemFriendCodeMutation } =
  friendCodeApi;
