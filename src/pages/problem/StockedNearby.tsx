import { useTranslation } from 'react-i18next';
import type { Station } from '../../../contract/stations.ts';
import type { NearStation } from '../../features/stations/nearby/nearby.ts';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import styles from './StockedNearby.module.css';

/** The nearest stations that have a charger for the rider. */
export function StockedNearby({ stationId }: { stationId: string }) {
  const { data: station, isError } = useGetStationQuery(stationId);
  if (station !== undefined) return <StockedAround station={station} />;
  return isError ? null : <StockedList stocked={[]} />;
}

const shown = 2;

function isStocked({ online, chargers }: NearStation): boolean {
  return online && chargers > 0;
}

function StockedAround({ station }: { station: Station }) {
  const { stations, status } = useNearbyStations({ lat: station.lat, lng: station.lng });
  const stocked = stations
    .filter((near) => near.id !== station.id && isStocked(near))
    .slice(0, shown);
  if (stocked.length === 0 && status !== 'loading') return null;
  return <StockedList stocked={stocked} />;
}

/** The list. While it is empty, it shows a placeholder of the same height. */
function StockedList({ stocked }: { stocked: readonly NearStation[] }) {
  const { t } = useTranslation(['rental', 'common']);
  return (
    <section className={styles['nearby']}>
      <h2>{t(($) => $.problem.nearby)}</h2>
      <div className={styles['rows']}>
        {stocked.length === 0 ? (
          <Skeleton lines={2} />
        ) : (
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
        )}
      </div>
    </section>
  );
}
