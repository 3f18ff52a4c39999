import { useTranslation } from 'react-i18next';
import type { CampaignReward } from '../../../contract/campaigns.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';

const minute = 60_000;

export interface RewardWords {
  /** The value, such as `$3.00` or `1 hour`. */
  value: (reward: CampaignReward) => string;
  /** What the value applies to, such as `Discount on a rental`. */
  kind: (reward: CampaignReward) => string;
  /** The value and what it applies to, such as `$3.00 off a rental`. */
  whole: (reward: CampaignReward) => string;
}

export function useRewardWords(): RewardWords {
  const { t, i18n } = useTranslation(['promotions', 'coupons']);

  const value = (reward: CampaignReward) =>
    reward.kind === 'freeMinutes'
      ? formatDuration(reward.minutes * minute, i18n.language)
      : formatMoney(reward.amount);

  const kind = (reward: CampaignReward) => {
    switch (reward.kind) {
      case 'amountOff':
        return t(($) => $.coupons.amountOff);
      case 'freeMinutes':
        return t(($) => $.coupons.freeMinutes);
      case 'goCash':
        return t(($) => $.coupons.goCash);
    }
  };

  const whole = (reward: CampaignReward) => {
    switch (reward.kind) {
      case 'amountOff':
        return t(($) => $.reward.amountOff, { value: value(reward) });
      case 'freeMinutes':
        return t(($) => $.reward.freeMinutes, { value: value(reward) });
      case 'goCash':
        return t(($) => $.reward.goCash, { value: value(reward) });
    }
  };

  return { value, kind, whole };
}
