import { useTranslation } from 'react-i18next';
import '../../../features/favourites/favouriteTexts.ts';
import { useMyStations } from '../../../features/favourites/useMyStations.ts';
import styles from './MyStations.module.css';

/**
 * For a rider without favourites, explains how to save a favourite. This section is below the
 * stations, so that the stations do not move when it appears.
 */
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
