import { useTranslation } from 'react-i18next';
import type { Raffle, RaffleEntry } from '../../../../contract/raffle.ts';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import styles from '../promotions.module.css';
import { useRewardWords } from '../useRewardWords.ts';

/** The entries of the rider. */
export function RaffleEntries({ raffle: { mine, prizes } }: { raffle: Raffle }) {
  const { t } = useTranslation('promotions');
  if (mine === null || mine.entries.length === 0) return null;
  return (
    <section className={styles['group']}>
      <h2>{t(($) => $.raffle.mine)}</h2>
      <ul className={styles['prizes']}>
        {mine.entries.map((entry) => (
          <Entry key={entry.number} entry={entry} prizes={prizes} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, prizes }: { entry: RaffleEntry; prizes: Raffle['prizes'] }) {
  const { t } = useTranslation('promotions');
  const text = useDrawText(prizes)(entry);
  return (
    <li className={styles['row']}>
      <span className={styles['words']}>
        <strong>{text}</strong>
        <span className={styles['detail']}>
          <DateTime value={entry.at} />
        </span>
      </span>
      <span className={styles['detail']}>
        {t(($) => $.raffle.number, { number: String(entry.number) })}
      </span>
    </li>
  );
}

/** Returns a function that gives the result of a draw as text. */
export function useDrawText(prizes: Raffle['prizes']): (entry: RaffleEntry) => string {
  const { t } = useTranslation('promotions');
  const { whole } = useRewardWords();
  return ({ prize, claim }) => {
    const reward = claim?.reward ?? prizes.find(({ index }) => index === prize)?.reward;
    return reward === undefined ? t(($) => $.raffle.nothing) : whole(reward);
  };
}
