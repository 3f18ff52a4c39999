import { BadgePercent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { campaignPath } from './promotionPaths.ts';

/** The page of a rider without a reward. `campaign` is null if the address contains no campaign. */
export function NothingClaimed({ campaign }: { campaign: Campaign | null }) {
  const { t } = useTranslation('promotions');
  return (
    <Screen heading={t(($) => $.claimed.heading)}>
      <EmptyState
        symbol={<BadgePercent />}
        title={t(($) => $.claimed.none)}
        action={
          campaign === null ? (
            <>
              <ButtonLink to="/new-user-promo">{t(($) => $.seeOffers)}</ButtonLink>
              {/* The list of coupons also contains rewards of ended campaigns. */}
              <ButtonLink to="/coupon" variant="quiet">
                {t(($) => $.use.seeCoupons)}
              </ButtonLink>
            </>
          ) : (
            <ButtonLink to={campaignPath(campaign)}>{t(($) => $.seeOffer)}</ButtonLink>
          )
        }
      />
    </Screen>
  );
}
