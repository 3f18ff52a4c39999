import { useTranslation } from 'react-i18next';
import type { Station } from '../../../contract/stations.ts';
import type { NearStation } from '../../features/stations/nearby/nearby.ts';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';
import styles from './StockedNearby.module.css';

/** The nearest stations that have a charger for the rider. */
export function StockedNearby({ stationId }: { stationId: string }) {
  const { data: station } = useGetStationQuery(stationId);
  return station === undefined ? null : <StockedAround station={station} />;
}

const shown = 2;

function isStocked({ online, chargers }: NearStation): boolean {
  return online && chargers > 0;
}

function StockedAround({ station }: { station: Station }) {
  const { t } = useTranslation(['rental', 'common']);
  const { stations } = useNearbyStations({ lat: station.lat, lng: station.lng });
  const stocked = stations
    .filter((near) => near.id !== station.id && isStocked(near))
    .slice(0, shown);
  if (stocked.length === 0) return null;
  return (
    <section className={styles['nearby']}>
      <h2>{t(($) => $.problem.nearby)}</h2>
      <ul className={styles['list']}>
        {stocked.map((near) => (
          <li key={near.id}>
            <RowLink
              to={`/home?equip_id=${near.id}`}
              label={near.name}
              detail={`${near.address} · ${t(($) => $.common.chargers, { count: near.chargers })}`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
