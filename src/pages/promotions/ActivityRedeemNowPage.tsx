import { useTranslation } from 'react-i18next';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { redeemPath } from '../../features/promotions/promotionPaths.ts';
import { RedeemNow } from '../../features/promotions/RedeemNow.tsx';
import { OwnClaims } from './OwnClaims.tsx';

export function ActivityRedeemNowPage() {
  const { t } = useTranslation('titles');
  return (
    <SignedInOnly>
      <OwnClaims heading={t(($) => $.activityRedeemNow)} path={redeemPath} view={RedeemNow} />
    </SignedInOnly>
  );
}
