import { useTranslation } from 'react-i18next';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { ClaimedReward } from '../../features/promotions/ClaimedReward.tsx';
import { claimedPath } from '../../features/promotions/promotionPaths.ts';
import { OwnClaims } from './OwnClaims.tsx';

export function ActivityCouponPage() {
  const { t } = useTranslation('titles');
  return (
    <SignedInOnly>
      <OwnClaims heading={t(($) => $.activityCoupon)} path={claimedPath} view={ClaimedReward} />
    </SignedInOnly>
  );
}
