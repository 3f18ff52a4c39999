import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import styles from './promotions.module.css';
import { useCities } from './RewardCard.tsx';
import type { Eligibility } from './eligibility.ts';

export interface EligibilityNoteProps {
  campaign: Campaign;
  eligibility: Eligibility;
}

/** Explains above the button why the rider cannot claim an offer, or that the rider can claim it again. */
export function EligibilityNote({ campaign, eligibility }: EligibilityNoteProps) {
  const { t } = useTranslation('promotions');
  const cities = useCities(campaign);
  const claims = campaign.mine?.claims.length ?? 0;
  const text = note();
  return (
    <div role="status" className={styles['note']}>
      {text === null ? null : <Banner tone="info">{text}</Banner>}
    </div>
  );

  function note(): string | null {
    switch (eligibility) {
      case 'claimed':
        return t(($) => $.standing.claimed);
      case 'soldOut':
        return t(($) => $.standing.soldOut);
      case 'upcoming':
        return t(($) => $.standing.upcoming);
      case 'notNewRider':
        return t(($) => $.standing.notNewRider);
      case 'otherCity':
        return t(($) => $.standing.otherCity, { cities });
      case 'open':
        return claims === 0 ? null : t(($) => $.standing.again, { count: claims });
      case 'guest':
      case 'asking':
      case 'ended':
        return null;
    }
  }
}
