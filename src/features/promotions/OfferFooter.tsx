import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { claimedPath, termsPath } from './promotionPaths.ts';
import styles from './promotions.module.css';
import type { Eligibility } from './eligibility.ts';
import type { Visitor } from './visitor.ts';

export interface OfferFooterProps {
  campaign: Campaign;
  standing: Eligibility;
  visitor: Visitor;
  /** The next step to the reward, for a user who can claim the offer. */
  children: ReactNode;
}

/** The terms, and below the terms the only action that this user can do. */
export function OfferFooter({ campaign, standing, visitor, children }: OfferFooterProps) {
  const { t } = useTranslation('promotions');
  return (
    <>
      <Link to={termsPath(campaign.type)} className={styles['terms']}>
        {t(($) => $.terms)}
      </Link>
      {way()}
    </>
  );

  function way(): ReactNode {
    switch (standing) {
      case 'open':
      case 'guest':
      case 'asking':
        return children;
      case 'claimed':
        return <ButtonLink to={claimedPath(campaign.type)}>{t(($) => $.seeReward)}</ButtonLink>;
      case 'otherCity':
        return visitor.near === null ? <Locate visitor={visitor} /> : <Elsewhere />;
      case 'upcoming':
      case 'soldOut':
      case 'notNewRider':
      case 'ended':
        return <Elsewhere />;
    }
  }
}

/**
 * A button that sends the position to the server. The server knows only the cities of earlier
 * rentals, but a rider may be in a city of the offer for the first time.
 */
function Locate({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation(['promotions', 'stations']);
  const { locate, isLocating, locationProblem } = visitor;
  return (
    <>
      <p className={styles['reason']} role={locationProblem === null ? undefined : 'alert'}>
        {locationProblem ?? t(($) => $.standing.locate)}
      </p>
      <Button variant="action" busy={isLocating} onClick={locate}>
        {isLocating ? t(($) => $.stations.locating) : t(($) => $.stations.useLocation)}
      </Button>
    </>
  );
}

function Elsewhere() {
  const { t } = useTranslation('common');
  return <ButtonLink to="/home">{t(($) => $.backToHome)}</ButtonLink>;
}
