import type { HostInterest, HostInterestTaken, HostTerms } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import { isHostTerms } from '../../../contract/rules/shapes/hostShape.ts';
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
    getHostTerms: build.query<HostTerms, void>({
      query: () => ({ url: paths.hostTerms, expects: isHostTerms }),
      keepUnusedDataFor: 3600,
    }),
    sendInterest: build.mutation<HostInterestTaken, HostInterest>({
      query: (interest) => withAttemptKey(interestRequest(interest)),
      onQueryStarted: (interest, { queryFulfilled }) =>
        settleAttempt(interestRequest(interest), queryFulfilled),
    }),
  }),
});

export const { useGetHostTermsQuery, useSendInterestMutation } = hostApi;
