import { useGetCampaignsQuery } from '../promotionsApi.ts';

/** The specification's `isLottery`: whether a raffle runs, by what the server last said. */
export function useIsLottery(): boolean {
  const { data } = useGetCampaignsQuery(null, {
    refetchOnFocus: true,
  });
  return data?.campaigns.some(({ kind }) => kind === 'raffle') ?? false;
}
