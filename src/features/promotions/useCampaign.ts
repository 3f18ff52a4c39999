import { skipToken } from '@reduxjs/toolkit/query';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignType } from '../../../contract/rules/promotions/campaignType.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useGetCampaignQuery } from './promotionsApi.ts';
import type { Near } from './promotionsApi.ts';

export type CampaignView =
  | { status: 'loading' }
  /** There is no campaign with this name. */
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | {
      status: 'here';
      campaign: Campaign;
      /** Whether the data is being fetched again. */
      isAsking: boolean;
    };

/** Start, end and stock depend on the server: fetch again at this interval. */
export const pollingInterval = 60_000;

/** A campaign, always fetched fresh. */
export function useCampaign(type: string | null, near: Near): CampaignView {
  const isType = type !== null && campaignType.test(type);
  const { data, error, isFetching, refetch } = useGetCampaignQuery(
    isType ? { type, near } : skipToken,
    {
      pollingInterval,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    },
  );
  if (!isType) return { status: 'unknown' };
  if (error && apiErrorCode(error) === 'campaignNotFound') return { status: 'unknown' };
  // When the position becomes known, fetch again; the old data stays on the screen until then.
  if (data?.type === type) return { status: 'here', campaign: data, isAsking: isFetching };
  if (error && !isFetching) return { status: 'failed', error, retry: () => void refetch() };
  return { status: 'loading' };
}
