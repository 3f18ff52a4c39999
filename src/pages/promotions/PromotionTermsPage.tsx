import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { CampaignTerms } from '../../features/promotions/CampaignTerms.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { LegalText } from '../legal/LegalText.tsx';
import { useTypeQuery } from './useTypeQuery.ts';

/** The general terms of promotions, followed by the terms of the campaign in the address. */
export function PromotionTermsPage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.promotionTerms)}>
      <CampaignTerms type={useTypeQuery()}>
        {(own) => <LegalText document="promotions" more={own} />}
      </CampaignTerms>
    </Screen>
  );
}

/** Redirects `/new-user-promo/terms` to `/new-user-prom/terms`, the path in the specification. */
export function ToPromotionTerms() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: '/new-user-prom/terms', search }} replace />;
}
