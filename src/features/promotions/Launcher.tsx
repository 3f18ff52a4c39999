import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { Campaign } from '../../../contract/campaigns.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { OfferFooter } from './OfferFooter.tsx';
import { endedPath, rafflePath, startPath } from './promotionPaths.ts';
import { RewardCard } from './RewardCard.tsx';
import { eligibilityOf } from './eligibility.ts';
import { EligibilityNote } from './EligibilityNote.tsx';
import { useCampaignTexts } from './useCampaignTexts.ts';
import type { Visitor } from './visitor.ts';

export interface LauncherProps {
  campaign: Campaign;
  visitor: Visitor;
  /** Other offers. */
  more?: ReactNode;
}

/** The page of an offer: reward, audience, end, terms, and the link to the page that claims the reward. */
export function Launcher({ campaign, visitor, more }: LauncherProps) {
  const { t } = useTranslation('promotions');
  const texts = useCampaignTexts(campaign);
  const { type, kind, reward } = campaign;
  const standing = eligibilityOf(campaign, visitor.isSignedIn);
  if (kind === 'raffle') return <Navigate to={rafflePath(type)} replace />;
  if (standing === 'ended') return <Navigate to={endedPath(type)} replace />;
  return (
    <Screen
      heading={texts.title}
      lead={texts.summary}
      footer={
        <OfferFooter campaign={campaign} standing={standing} visitor={visitor}>
          <ButtonLink to={startPath(type)}>{t(($) => $.start)}</ButtonLink>
        </OfferFooter>
      }
    >
      <EligibilityNote campaign={campaign} eligibility={standing} />
      {reward === null ? null : <RewardCard campaign={campaign} reward={reward} />}
      {more}
    </Screen>
  );
}
