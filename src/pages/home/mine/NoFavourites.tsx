import { useTranslation } from 'react-i18next';
import '../../../features/favourites/favouriteTexts.ts';
import { useMyStations } from '../../../features/favourites/useMyStations.ts';
import styles from './MyStations.module.css';

/** Tells a rider without favourites how to get them. It is below the stations, because it appears after them. */
export function NoFavourites() {
  const { t } = useTranslation('favourites');
  const { data } = useMyStations();
  if (data === undefined || data.favourites.length > 0) return null;
  return (
    <section className={styles['none']} aria-label={t(($) => $.empty)}>
      <h2>{t(($) => $.empty)}</h2>
      <p>{t(($) => $.emptyText)}</p>
    </section>
  );
}
