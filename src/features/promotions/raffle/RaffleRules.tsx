import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../../contract/campaigns.ts';
import styles from '../promotions.module.css';
import { Period, useAudience } from '../RewardCard.tsx';

/** The rules of a raffle: who can enter, when and how often, and at what price. */
export function RaffleRules({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('promotions');
  const audience = useAudience(campaign);
  return (
    <section className={styles['group']}>
      <h2>{t(($) => $.raffle.rules)}</h2>
      <ul className={styles['rules']}>
        <li>{t(($) => $.raffle.free)}</li>
        <li>{t(($) => $.raffle.onceADay)}</li>
        {audience === null ? null : <li>{audience}</li>}
        <li>{t(($) => $.raffle.whileStock)}</li>
        <li>
          <Period campaign={campaign} />
        </li>
      </ul>
    </section>
  );
}
