import { useTranslation } from 'react-i18next';
import type { ProfileOverview } from '../../../contract/profile.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import styles from './profile.module.css';

/** The stations of the rider's latest pick-ups and returns. */
export function RecentStations({ stations }: { stations: ProfileOverview['stations'] }) {
  const { t } = useTranslation('profile');
  return (
    <section className={styles['part']} aria-labelledby="recent-stations">
      <h2 id="recent-stations">{t(($) => $.recent.stations)}</h2>
      <ul className={styles['list']}>
        {stations.map(({ id, name, address, lastUsedAt }) => (
          <li key={id}>
            <RowLink
              to={`/home?equip_id=${encodeURIComponent(id)}`}
              label={name}
              detail={
                <>
                  {address}
                  <br />
                  <DateTime value={lastUsedAt} />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
