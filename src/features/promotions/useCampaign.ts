import { skipToken } from '@reduxjs/toolkit/query';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignType } from '../../../contract/rules/promotions/campaignType.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useGetCampaignQuery } from './promotionsApi.ts';
import type { Near } from './promotionsApi.ts';

export type CampaignView =
  | { status: 'loading' }
  /** There is none of that name. */
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | {
      status: 'here';
      campaign: Campaign;
      /** Whether the server is being asked again. */
      isAsking: boolean;
    };

/** It starts, ends and sells out by the server's clock and count: so often that is asked for again. */
export const pollingInterval = 60_000;

/** A campaign, as fresh as what is claimed of it must be. */
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
  // A place that became known asks anew, and what is shown stays meanwhile.
  if (data?.type === type) return { status: 'here', campaign: data, isAsking: isFetching };
  if (error && !isFetching) return { status: 'failed', error, retry: () => void refetch() };
  return { status: 'loading' };
}
