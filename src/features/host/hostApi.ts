import type { HostInterest, HostInterestTaken } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const interestRequest = (body: HostInterest): ApiRequest => ({
  url: paths.hosts,
  method: 'POST',
  body,
});

const hostApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendInterest: build.mutation<HostInterestTaken, HostInterest>({
      query: (interest) => withAttemptKey(interestRequest(interest)),
      onQueryStarted: (interest, { queryFulfilled }) =>
        settleAttempt(interestRequest(interest), queryFulfilled),
    }),
  }),
});

export const { useSendInterestMutation } = hostApi;
