import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';

/** The reward of an invitation for each of the two, as text; null while unknown. */
export function useReward(): string | null {
  const { data } = useGetConfigQuery();
  return data === undefined ? null : formatMoney(data.referral.reward);
}
