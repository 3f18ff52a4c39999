import type { NewClaim, ReportFaulty } from '../../../contract/claims.ts';
import type { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';
import { putFile } from '../../api/files.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';

interface ClaimRequest {
  orderId: string;
  body: NewClaim;
}

interface FaultyRequest {
  orderId: string;
  body: ReportFaulty;
}

interface PhotoRequest {
  orderId: string;
  file: Blob;
}

const claimRequest = ({ orderId, body }: ClaimRequest): ApiRequest => ({
  url: fillPath(paths.claim, { id: orderId }),
  method: 'POST',
  body,
});

const faultyRequest = ({ orderId, body }: FaultyRequest): ApiRequest => ({
  url: fillPath(paths.faulty, { id: orderId }),
  method: 'POST',
  body,
});

const claimsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Claims that the charger is back, or that it cannot be returned. A repeated request has the same idempotency key.
     */
    claimReturn: build.mutation<Order, ClaimRequest>({
      query: (claim) => withAttemptKey(claimRequest(claim)),
      onQueryStarted: (claim, { queryFulfilled }) =>
        settleAttempt(claimRequest(claim), queryFulfilled),
      invalidatesTags: (_order, _error, { orderId }) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'CURRENT' },
      ],
    }),

    /**
     * Reports that the charger does not charge. If the station has another charger, the cabinet ejects that charger.
     */
    reportFaulty: build.mutation<Order, FaultyRequest>({
      query: (report) => withAttemptKey(faultyRequest(report)),
      onQueryStarted: (report, { queryFulfilled }) =>
        settleAttempt(faultyRequest(report), queryFulfilled),
      invalidatesTags: (_order, _error, { orderId }) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'CURRENT' },
      ],
    }),

    sendClaimPhoto: build.mutation<null, PhotoRequest>({
      queryFn: async ({ orderId, file }, { signal, dispatch }) => {
        const url = fillPath(paths.claimPhoto, { id: orderId });
        const answer = await putFile(url, { file, onProgress: () => undefined, signal, dispatch });
        return 'error' in answer ? answer : { data: null };
      },
    }),
  }),
});

export const { useClaimReturnMutation, useReportFaultyMutation, useSendClaimPhotoMutation } =
  claimsApi;
