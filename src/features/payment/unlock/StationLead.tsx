import { useTranslation } from 'react-i18next';
import type { Station } from '../../../../contract/stations.ts';
import styles from '../payment.module.css';

/** The station at which the rider unlocks a charger, below the heading of the page. */
export function StationLead({ station, isClosed }: { station: Station; isClosed: boolean }) {
  const { t } = useTranslation('payment');
  const { id, name, chargers } = station;
  return (
    <>
      <span className={styles['station']}>{name}</span>{' '}
      <span>
        {`${t(($) => $.unlock.station, { id })} · ${t(($) => $.unlock.available, { count: chargers })}`}
      </span>
      {isClosed ? <span className={styles['closed']}>{t(($) => $.unlock.closed)}</span> : null}
    </>
  );
}
