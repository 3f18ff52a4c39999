import type { ComponentType } from 'react';
import type { Coupon } from '../../../contract/coupons.ts';
import { CouponTicket } from '../../features/coupons/CouponTicket.tsx';
import { useGetCouponsQuery } from '../../features/coupons/couponsApi.ts';
import type { ClaimsProps } from '../../features/promotions/ClaimedReward.tsx';
import { LatestClaim } from '../../features/promotions/LatestClaim.tsx';
import '../../features/promotions/promotionTexts.ts';
import { useCampaign } from '../../features/promotions/useCampaign.ts';
import { WithCampaign } from '../../features/promotions/WithCampaign.tsx';
import { useTypeQuery } from './useTypeQuery.ts';

export interface OwnClaimsProps {
  /** The title of the page while the data loads. */
  heading: string;
  /** Returns the path of this page for a campaign. */
  path: (type: string) => string;
  view: ComponentType<ClaimsProps>;
}

/** A page about the rider's claims in the campaign of the address. */
export function OwnClaims({ heading, path, view: View }: OwnClaimsProps) {
  const type = useTypeQuery();
  const view = useCampaign(type, null);
  const { data } = useGetCouponsQuery();
  const ticket = (coupon: Coupon) => (
    <CouponTicket coupon={coupon} isFirstRental={data?.isFirstRental ?? true} />
  );
  if (type === null) return <LatestClaim to={path} />;
  return (
    <WithCampaign view={view} heading={heading}>
      {(campaign, isAsking) => <View campaign={campaign} isAsking={isAsking} ticket={ticket} />}
    </WithCampaign>
  );
}
