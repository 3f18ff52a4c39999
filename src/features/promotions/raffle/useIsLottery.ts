import { useGetCampaignsQuery } from '../promotionsApi.ts';

/** The specification's `isLottery`: whether a raffle runs, by the server's last answer. */
export function useIsLottery(): boolean {
  const { data } = useGetCampaignsQuery(null, {
    refetchOnFocus: true,
  });
  return data?.campaigns.some(({ kind }) => kind === 'raffle') ?? false;
}
