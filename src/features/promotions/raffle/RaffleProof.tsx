import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { Raffle } from '../../../../contract/raffle.ts';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { Disclosure } from '../../../ui/dialog/Disclosure.tsx';
import styles from '../promotions.module.css';
import { RaffleCheck } from './RaffleCheck.tsx';

export interface RaffleProofProps {
  campaign: Campaign;
  raffle: Raffle;
}

/** Explains why even the operator cannot choose the winners, and how riders can check this. */
export function RaffleProof({ campaign: { state }, raffle }: RaffleProofProps) {
  const { t } = useTranslation('promotions');
  const { seed, seedHash, entries } = raffle;
  return (
    <Disclosure summary={<h2>{t(($) => $.proof.heading)}</h2>} open={state === 'ended'}>
      <p>{t(($) => $.proof.lead)}</p>
      <Value
        label={t(($) => $.proof.hash)}
        copyLabel={t(($) => $.proof.copyHash)}
        value={seedHash}
      />
      <p className={styles['detail']}>{t(($) => $.proof.draws, { count: entries })}</p>
      {seed === null ? (
        <p className={styles['detail']}>
          {state === 'ended' ? t(($) => $.proof.seedSoon) : t(($) => $.proof.seedLater)}
        </p>
      ) : (
        <>
          <Value
            label={t(($) => $.proof.seed)}
            copyLabel={t(($) => $.proof.copySeed)}
            value={seed}
          />
          <RaffleCheck raffle={raffle} />
        </>
      )}
    </Disclosure>
  );
}

function Value({ label, copyLabel, value }: { label: string; copyLabel: string; value: string }) {
  return (
    <div className={styles['hash']}>
      <div>
        <h3>{label}</h3>
        <code translate="no">
          <bdi>{value}</bdi>
        </code>
      </div>
      <CopyButton label={copyLabel} text={value} />
    </div>
  );
}
