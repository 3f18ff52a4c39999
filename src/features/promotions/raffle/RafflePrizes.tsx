import { useTranslation } from 'react-i18next';
import type { Raffle, RafflePrize } from '../../../../contract/raffle.ts';
import { oneIn } from './formatOdds.ts';
import styles from '../promotions.module.css';
import { useRewardWords } from '../useRewardWords.ts';

/** Lists the odds of each prize in a draw, and the odds of winning any prize. */
export function RafflePrizes({ raffle: { prizes, outOf } }: { raffle: Raffle }) {
  const { t, i18n } = useTranslation('promotions');
  const winning = prizes.reduce((sum, { chances }) => sum + chances, 0);
  const any = oneIn(winning, outOf, i18n.language);
  return (
    <section className={styles['group']}>
      <h2>{t(($) => $.raffle.prizes)}</h2>
      <ul className={styles['prizes']}>
        {prizes.map((prize) => (
          <Prize key={prize.index} prize={prize} outOf={outOf} />
        ))}
      </ul>
      <p className={styles['detail']}>
        {winning < outOf
          ? t(($) => $.raffle.anyPrize, { odds: any })
          : t(($) => $.raffle.alwaysPrize)}
      </p>
    </section>
  );
}

function Prize({
  prize: { reward, chances, stock },
  outOf,
}: {
  prize: RafflePrize;
  outOf: number;
}) {
  const { t, i18n } = useTranslation('promotions');
  const { whole } = useRewardWords();
  return (
    <li className={styles['row']}>
      <span className={styles['words']}>
        <strong>{whole(reward)}</strong>
        <span className={styles['detail']}>
          {stock === null ? t(($) => $.raffle.noLimit) : t(($) => $.raffle.stock, { count: stock })}
        </span>
      </span>
      <span className={styles['odds']}>
        {t(($) => $.raffle.odds, { odds: oneIn(chances, outOf, i18n.language) })}
      </span>
    </li>
  );
}
