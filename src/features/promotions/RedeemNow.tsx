import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignClaim } from '../../../contract/campaigns.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { ClaimedThing, isUsable } from './ClaimedReward.tsx';
import type { ClaimsProps } from './ClaimedReward.tsx';
import { NothingClaimed } from './NothingClaimed.tsx';

/** Explains the steps to use a reward for a rental, or why the reward cannot be used. */
export function RedeemNow({ campaign, isAsking, ticket }: ClaimsProps) {
  const { t } = useTranslation('promotions');
  const claims = campaign.mine?.claims ?? [];
  const claim = claims.find(isUsable) ?? claims[0];
  if (claim === undefined) {
    return isAsking || campaign.mine === null ? (
      <Screen heading={t(($) => $.redeemNow)}>
        <Skeleton lines={4} />
      </Screen>
    ) : (
      <NothingClaimed campaign={campaign} />
    );
  }
  const { lead, footer, steps } = howOf(claim);
  return (
    <Screen heading={t(($) => $.redeemNow)} lead={lead} footer={footer}>
      <ClaimedThing claim={claim} ticket={ticket} />
      {steps === null ? null : <Steps steps={steps} />}
    </Screen>
  );

  function howOf({ coupon }: CampaignClaim): {
    lead: string;
    footer: ReactNode;
    steps: { title: string; text: string }[] | null;
  } {
    const find = { title: t(($) => $.use.find), text: t(($) => $.use.findText) };
    const scan = { title: t(($) => $.use.scan), text: t(($) => $.use.scanText) };
    if (coupon === null) {
      const pay = { title: t(($) => $.steps.payGoCash), text: t(($) => $.steps.payGoCashText) };
      return {
        lead: t(($) => $.use.goCash),
        steps: [find, scan, pay],
        footer: (
          <>
            <ToScan />
            <ButtonLink to="/payment" variant="quiet">
              {t(($) => $.use.seeGoCash)}
            </ButtonLink>
          </>
        ),
      };
    }
    switch (coupon.state) {
      case 'available': {
        const off = { title: t(($) => $.use.off), text: t(($) => $.use.offText) };
        return {
          lead: t(($) => $.use.coupon),
          steps: [find, scan, off],
          footer: (
            <>
              <ToScan />
              <ButtonLink to="/search" variant="quiet">
                {t(($) => $.use.findStation)}
              </ButtonLink>
            </>
          ),
        };
      }
      case 'reserved':
        return { lead: t(($) => $.use.reserved), steps: null, footer: <ToHome /> };
      case 'used':
        return { lead: t(($) => $.use.used), steps: null, footer: <ToHome /> };
      case 'expired':
        return { lead: t(($) => $.use.expired), steps: null, footer: <ToHome /> };
    }
  }
}

function ToScan() {
  const { t } = useTranslation('stations');
  return (
    <ButtonLink to="/home/scan" variant="spark">
      {t(($) => $.scanToRent)}
    </ButtonLink>
  );
}

function ToHome() {
  const { t } = useTranslation('common');
  return <ButtonLink to="/home">{t(($) => $.backToHome)}</ButtonLink>;
}
