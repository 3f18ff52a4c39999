import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import type { Campaign, CampaignReward } from '../../../contract/campaigns.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { ClaimButton } from './ClaimButton.tsx';
import { OfferFooter } from './OfferFooter.tsx';
import { endedPath, rafflePath, startPath } from './promotionPaths.ts';
import styles from './promotions.module.css';
import { RewardCard } from './RewardCard.tsx';
import { eligibilityOf } from './eligibility.ts';
import { EligibilityNote } from './EligibilityNote.tsx';
import { useCampaignTexts } from './useCampaignTexts.ts';
import type { Visitor } from './visitor.ts';

export interface StartCampaignProps {
  campaign: Campaign;
  visitor: Visitor;
  onClaimed: () => void;
}

/** The steps from an offer to its reward. The rider must press a button to claim the offer. */
export function StartCampaign({ campaign, visitor, onClaimed }: StartCampaignProps) {
  const { t } = useTranslation('promotions');
  const texts = useCampaignTexts(campaign);
  const { type, kind, reward } = campaign;
  const standing = eligibilityOf(campaign, visitor.isSignedIn);
  if (kind === 'raffle') return <Navigate to={rafflePath(type)} replace />;
  if (standing === 'ended') return <Navigate to={endedPath(type)} replace />;
  return (
    <Screen
      heading={texts.title}
      lead={t(($) => $.steps.lead)}
      footer={
        <OfferFooter campaign={campaign} standing={standing} visitor={visitor}>
          {standing === 'guest' ? (
            <ButtonLink to={visitor.loginTo(startPath(type))}>{t(($) => $.logIn)}</ButtonLink>
          ) : (
            <ClaimButton
              campaign={campaign}
              near={visitor.near}
              isReady={standing === 'open'}
              onClaimed={onClaimed}
            />
          )}
        </OfferFooter>
      }
    >
      <EligibilityNote campaign={campaign} eligibility={standing} />
      {reward === null ? null : (
        <>
          <WaySteps reward={reward} isGuest={standing === 'guest'} />
          <section className={styles['group']}>
            <h2>{t(($) => $.youGet)}</h2>
            <RewardCard campaign={campaign} reward={reward} />
          </section>
        </>
      )}
    </Screen>
  );
}

function WaySteps({ reward, isGuest }: { reward: CampaignReward; isGuest: boolean }) {
  const { t } = useTranslation('promotions');
  const claim = {
    title: t(($) => $.steps.claim),
    text: isGuest ? t(($) => $.steps.claimGuest) : t(($) => $.steps.claimText),
  };
  const scan = { title: t(($) => $.steps.scan), text: t(($) => $.steps.scanText) };
  if (reward.kind === 'goCash') {
    const wallet = { title: t(($) => $.steps.wallet), text: t(($) => $.steps.walletText) };
    const pay = { title: t(($) => $.steps.payGoCash), text: t(($) => $.steps.payGoCashText) };
    return <Steps steps={[claim, wallet, pay]} />;
  }
  const save = { title: t(($) => $.steps.save), text: t(($) => $.steps.saveText) };
  return <Steps steps={[claim, scan, save]} />;
}
