import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../lib/format/money.ts';

/** What an invitation brings each of the two, as the screens write it; null until it is known. */
export function useReward(): string | null {
  const { data } = useGetConfigQuery();
  return data === undefined ? null : formatMoney(data.referral.reward);
}
