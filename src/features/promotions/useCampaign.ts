import { skipToken } from '@reduxjs/toolkit/query';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignType } from '../../../contract/rules/promotions/campaignType.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { useGetCampaignQuery } from './promotionsApi.ts';
import type { Near } from './promotionsApi.ts';

export type CampaignView =
  | { status: 'loading' }
  /** No campaign has this name. */
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | {
      status: 'here';
      campaign: Campaign;
      /** Whether the data is being fetched again. */
      isAsking: boolean;
    };

/**
 * Milliseconds between requests for a campaign. The app polls, because only the server has the current state
 * and stock.
 */
export const pollingInterval = 60_000;

/** Returns a campaign. Each mount requests the campaign again, even if it is cached. */
export function useCampaign(type: string | null, near: Near): CampaignView {
  const isType = type !== null && campaignType.test(type);
  const { data, error, isFetching, refetch } = useGetCampaignQuery(
    isType ? { type, near } : skipToken,
    {
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    },
  );
  usePolling(isType ? pollingInterval : 0, refetch);
  if (!isType) return { status: 'unknown' };
  if (error && apiErrorCode(error) === 'campaignNotFound') return { status: 'unknown' };
  // When the position becomes known, the campaign is requested again. The old data stays on the
  // screen until the answer arrives.
  if (data?.type === type) return { status: 'here', campaign: data, isAsking: isFetching };
  if (error && !isFetching) return { status: 'failed', error, retry: () => void refetch() };
  return { status: 'loading' };
}
