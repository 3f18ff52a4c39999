import { fillPath, paths } from '../../../contract/paths.ts';
import type {
  RefundWallet,
  StartTopUp,
  TopUp,
  Wallet,
  WalletMovements,
} from '../../../contract/wallet.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const topUpRequest = (body: StartTopUp): ApiRequest => ({
  url: paths.topUps,
  method: 'POST',
  body,
});

const refundRequest = (body: RefundWallet): ApiRequest => ({
  url: paths.walletRefund,
  method: 'POST',
  body,
});

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWallet: build.query<Wallet, void>({
      query: () => paths.wallet,
      providesTags: ['Wallet'],
    }),

    /** Gets the movements, newest first. */
    getMovements: build.infiniteQuery<WalletMovements, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
      },
      query: ({ pageParam }) => ({
        url: paths.walletMovements,
        params: { cursor: pageParam ?? undefined },
      }),
      providesTags: ['Wallet'],
    }),

    /**
     * Charges the payment method. The answer may contain a payment that is still in progress, so poll
     * `getTopUp`.
     */
    startTopUp: build.mutation<TopUp, StartTopUp>({
      query: (topUp) => withAttemptKey(topUpRequest(topUp)),
      onQueryStarted: async (topUp, { dispatch, queryFulfilled }) => {
        await settleAttempt(topUpRequest(topUp), queryFulfilled);
        const started = await queryFulfilled.catch(() => null);
        // Store the answer in the cache, so that the next page needs no request.
        if (started) {
          const { data } = started;
          void dispatch(walletApi.util.upsertQueryData('getTopUp', data.id, data));
        }
      },
      invalidatesTags: (topUp) => (topUp ? ['Wallet'] : []),
    }),

    getTopUp: build.query<TopUp, string>({
      query: (id) => fillPath(paths.topUp, { id }),
    }),

    /**
     * Refunds the whole refundable amount of the top-up part. If this amount differs from the amount on the
     * screen, the server refunds nothing.
     */
    refundWallet: build.mutation<Wallet, Required<RefundWallet>>({
      query: (refund) => withAttemptKey(refundRequest(refund)),
      onQueryStarted: (refund, { queryFulfilled }) =>
        settleAttempt(refundRequest(refund), queryFulfilled),
      // If no answer came, do not request the wallet again: a new amount would close the dialog or change the request,
      // so the rider could not repeat the request with the same key.
      invalidatesTags: (_wallet, error) =>
        error === undefined || error.code === 'notRefundable' || error.code === 'priceChanged'
          ? ['Wallet']
          : [],
    }),
  }),
});

export const {
  useGetWalletQuery,
  useGetMovementsInfiniteQuery,
  useStartTopUpMutation,
  useGetTopUpQuery,
  useRefundWalletMutation,
} = walletApi;
