import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';

/**
 * Returns the reward that both riders get for an invitation, as text. The value is null while the reward is
 * unknown.
 */
export function useReward(): string | null {
  const { data } = useGetConfigQuery();
  return data === undefined ? null : formatMoney(data.referral.reward);
}
