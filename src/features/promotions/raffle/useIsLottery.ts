import { useGetCampaignsQuery } from '../promotionsApi.ts';

/** `isLottery` of the specification: whether a raffle is running, according to the server's last answer. */
export function useIsLottery(): boolean {
  const { data } = useGetCampaignsQuery(null, {
    refetchOnFocus: true,
  });
  return data?.campaigns.some(({ kind }) => kind === 'raffle') ?? false;
}
