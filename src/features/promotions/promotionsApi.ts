import type {
  Campaign,
  CampaignClaim,
  Campaigns,
  ClaimCampaign,
} from '../../../contract/campaigns.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { Raffle, RaffleDraws, RaffleEntry } from '../../../contract/raffle.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

/**
 * The user's position, rounded to about a kilometre, which is enough to find the city. Null if the
 * position is unknown.
 */
export type Near = ClaimCampaign['near'];

interface CampaignSought {
  type: string;
  near: Near;
}

const claimRequest = ({ type, near }: CampaignSought): ApiRequest => ({
  url: fillPath(paths.campaignClaims, { type }),
  method: 'POST',
  body: { near } satisfies ClaimCampaign,
});

const entryRequest = (type: string): ApiRequest => ({
  url: fillPath(paths.raffleEntries, { type }),
  method: 'POST',
});

/** The cached data that a new reward may change. */
const rewarded = ['Campaign', 'Coupon', 'Wallet', 'Notification'] as const;

const promotionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Gets the running campaigns. The campaign to promote comes first. */
    getCampaigns: build.query<Campaigns, Near>({
      query: (near) => ({ url: paths.campaigns, params: { ...near } }),
      providesTags: ['Campaign'],
    }),

    getCampaign: build.query<Campaign, CampaignSought>({
      query: ({ type, near }) => ({
        url: fillPath(paths.campaign, { type }),
        params: { ...near },
      }),
      providesTags: ['Campaign'],
    }),

    claimCampaign: build.mutation<CampaignClaim, CampaignSought>({
      query: (claim) => withAttemptKey(claimRequest(claim)),
      onQueryStarted: (claim, { queryFulfilled }) =>
        settleAttempt(claimRequest(claim), queryFulfilled),
      // If the claim failed or got no answer, the cached campaign may be outdated, so fetch it
      // again.
      invalidatesTags: (claim) => (claim ? [...rewarded] : ['Campaign']),
    }),

    getRaffle: build.query<Raffle, string>({
      query: (type) => fillPath(paths.raffle, { type }),
      providesTags: ['Campaign'],
    }),

    enterRaffle: build.mutation<RaffleEntry, string>({
      query: (type) => withAttemptKey(entryRequest(type)),
      onQueryStarted: (type, { queryFulfilled }) =>
        settleAttempt(entryRequest(type), queryFulfilled),
      invalidatesTags: (entry) => (entry ? [...rewarded] : ['Campaign']),
    }),

    /**
     * Gets the draws by number, a thousand per page. The page begins with the first draw whose
     * number is higher than `after`.
     */
    getDraws: build.query<RaffleDraws, { type: string; after: number }>({
      query: ({ type, after }) => ({
        url: fillPath(paths.raffleDraws, { type }),
        params: { after: after === 0 ? undefined : after },
      }),
      // The draws are needed only once, for the check.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetCampaignsQuery,
  useGetCampaignQuery,
  useClaimCampaignMutation,
  useGetRaffleQuery,
  useEnterRaffleMutation,
  useLazyGetDrawsQuery,
} = promotionsApi;
