import { CalendarX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { claimedPath } from './promotionPaths.ts';
import styles from './promotions.module.css';
import { useGetCampaignsQuery } from './promotionsApi.ts';
import { Period } from './RewardCard.tsx';
import { useCampaign } from './useCampaign.ts';
import { useCampaignTexts } from './useCampaignTexts.ts';

/**
 * Explains that a campaign has ended or never existed, and links to other pages. `type` is null if
 * the campaign is unknown.
 */
export function EventEnded({ type }: { type: string | null }) {
  const { t } = useTranslation(['promotions', 'common']);
  const view = useCampaign(type, null);
  const { data } = useGetCampaignsQuery(null);
  const campaign = view.status === 'here' ? view.campaign : null;
  const hasClaimed = (campaign?.mine?.claims.length ?? 0) > 0;
  const hasOthers = data !== undefined && data.campaigns.length > 0;
  return (
    <ResultScreen
      tone="problem"
      icon={<SlotIcon fill={0} size="medium" symbol={<CalendarX2 />} />}
      heading={t(($) => $.over.heading)}
      back
      actions={
        <>
          <ButtonLink to="/home">{t(($) => $.common.backToHome)}</ButtonLink>
          {hasClaimed && campaign !== null ? (
            <ButtonLink to={claimedPath(campaign.type)} variant="quiet">
              {t(($) => $.seeReward)}
            </ButtonLink>
          ) : null}
          {hasOthers ? (
            <ButtonLink to="/new-user-promo" variant="quiet">
              {t(($) => $.seeOffers)}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {campaign?.state === 'ended' ? <Which campaign={campaign} /> : <p>{t(($) => $.over.lead)}</p>}
    </ResultScreen>
  );
}

function Which({ campaign }: { campaign: Campaign }) {
  const { title } = useCampaignTexts(campaign);
  return (
    <p className={styles['which']}>
      <strong>{title}</strong>
      <span>
        <Period campaign={campaign} />
      </span>
    </p>
  );
}
