import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignClaim } from '../../../contract/campaigns.ts';
import type { Coupon } from '../../../contract/coupons.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import { NothingClaimed } from './NothingClaimed.tsx';
import { redeemPath } from './promotionPaths.ts';
import styles from './promotions.module.css';
import { useCampaignTexts } from './useCampaignTexts.ts';

export interface ClaimsProps {
  campaign: Campaign;
  /**
   * True while the data is being fetched again. A recent claim may be missing from the old data.
   */
  isAsking: boolean;
  ticket: (coupon: Coupon) => ReactNode;
}

/** Whether the reward of a claim can still be used. */
export function isUsable({ coupon }: CampaignClaim): boolean {
  return coupon === null || coupon.state === 'available' || coupon.state === 'reserved';
}

/**
 * The rewards that the rider has claimed in a campaign. The app also shows them after the end of the
 * campaign.
 */
export function ClaimedReward({ campaign, isAsking, ticket }: ClaimsProps) {
  const { t } = useTranslation(['promotions', 'common']);
  const texts = useCampaignTexts(campaign);
  const claims = campaign.mine?.claims ?? [];
  if (claims.length === 0) {
    return isAsking || campaign.mine === null ? (
      <Screen heading={t(($) => $.claimed.heading)}>
        <Skeleton lines={4} />
      </Screen>
    ) : (
      <NothingClaimed campaign={campaign} />
    );
  }
  return (
    <Screen
      heading={t(($) => $.claimed.heading)}
      lead={texts.title}
      footer={
        claims.some(isUsable) ? (
          <ButtonLink to={redeemPath(campaign.type)}>{t(($) => $.redeemNow)}</ButtonLink>
        ) : (
          <ButtonLink to="/home">{t(($) => $.common.backToHome)}</ButtonLink>
        )
      }
    >
      <ul className={styles['claims']}>
        {claims.map((claim) => (
          <li key={claim.id}>
            <ClaimedThing claim={claim} ticket={ticket} />
            <p className={styles['detail']}>
              {t(($) => $.claimed.at)} <DateTime value={claim.at} />
            </p>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

/**
 * Shows the reward of a claim. Shows a ticket for a coupon. GoCash has no ticket, because the
 * server adds the amount to the rider's GoCash balance.
 */
export function ClaimedThing({
  claim: { coupon, reward, pending = false },
  ticket,
}: {
  claim: CampaignClaim;
  ticket: ClaimsProps['ticket'];
}) {
  const { t } = useTranslation('promotions');
  if (coupon !== null) return ticket(coupon);
  return reward.kind === 'goCash' ? (
    <div className={styles['credited']}>
      <SlotIcon fill={1} size="small" />
      <p>
        {t(($) => (pending ? $.claimed.pending : $.claimed.credited), {
          amount: formatMoney(reward.amount),
        })}
      </p>
    </div>
  ) : null;
}
