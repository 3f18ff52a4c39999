import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { useConnection } from '../../api/connection.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useClaimCampaignMutation } from './promotionsApi.ts';
import type { Near } from './promotionsApi.ts';
import styles from './promotions.module.css';
import { useClaimError } from './useClaimError.ts';

export interface ClaimButtonProps {
  campaign: Campaign;
  near: Near;
  /** Whether the server has confirmed that the rider can claim the offer. */
  isReady: boolean;
  onClaimed: () => void;
}

/** A button that claims an offer. An error appears next to the button. */
export function ClaimButton({ campaign, near, isReady, onClaimed }: ClaimButtonProps) {
  const { t } = useTranslation('promotions');
  const [claim, { isLoading, error }] = useClaimCampaignMutation();
  const refusal = useClaimError(error);
  const isOffline = useConnection() === 'offline';
  const reasonId = useId();

  const submit = async () => {
    const place = campaign.audience === 'cities' ? near : null;
    const { data } = await claim({ type: campaign.type, near: place });
    if (data) onClaimed();
  };

  return (
    <>
      {refusal === null || isOffline ? null : (
        <p className={styles['reason']} role="alert">
          {refusal}
        </p>
      )}
      {isOffline ? (
        <p className={styles['reason']} id={reasonId}>
          {t(($) => $.offline)}
        </p>
      ) : null}
      <Button
        busy={isLoading || !isReady}
        disabled={isOffline}
        describedBy={isOffline ? reasonId : undefined}
        onClick={() => void submit()}
      >
        {isLoading ? t(($) => $.claiming) : t(($) => $.claim)}
      </Button>
    </>
  );
}
