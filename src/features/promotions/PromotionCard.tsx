import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { usePromptTurn } from '../../lib/page/promptTurns.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { CrossIcon } from '../../ui/icons.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import styles from './PromotionCard.module.css';
import { dismissPromotion, isDismissed, notePromotionShown } from './promotionMemory.ts';
import { campaignPath } from './promotionPaths.ts';
import { useGetCampaignsQuery } from './promotionsApi.ts';
import { isWorthShowing } from './eligibility.ts';
import { useCampaignTexts } from './useCampaignTexts.ts';
import { useRewardWords } from './useRewardWords.ts';
import type { Visitor } from './visitor.ts';

/** Shows the first campaign that the user can still claim and has not dismissed. */
export function PromotionCard({ visitor: { near, isSignedIn } }: { visitor: Visitor }) {
  const { data } = useGetCampaignsQuery(near);
  const [isClosed, close] = useState(false);
  const campaign = data?.campaigns.find(
    (one) => isWorthShowing(one, isSignedIn) && !isDismissed(one.type),
  );
  // Each session shows one promotion. After the user closes it, the session shows no other promotion.
  const isShown = usePromptTurn('promotion', campaign !== undefined && !isClosed);

  useEffect(() => {
    if (isShown) notePromotionShown();
  }, [isShown]);

  if (!isShown || campaign === undefined) return null;
  return (
    <Card
      campaign={campaign}
      onDismiss={() => {
        dismissPromotion(campaign.type);
        close(true);
      }}
    />
  );
}

function Card({ campaign, onDismiss }: { campaign: Campaign; onDismiss: () => void }) {
  const { t } = useTranslation(['promotions', 'menu']);
  const { title } = useCampaignTexts(campaign);
  const { whole } = useRewardWords();
  const { reward } = campaign;
  return (
    <aside className={styles['card']} aria-label={t(($) => $.card.name)}>
      <Link to={campaignPath(campaign)} className={styles['link']}>
        <SlotIcon fill={1} size="small" />
        <span className={styles['words']}>
          <strong>{title}</strong>
          <span>{reward === null ? t(($) => $.menu.raffleDetail) : whole(reward)}</span>
        </span>
      </Link>
      <IconButton label={t(($) => $.card.dismiss)} icon={<CrossIcon />} onClick={onDismiss} />
    </aside>
  );
}
