import { useTranslation } from 'react-i18next';
import type { Point } from '../../../lib/format/geo.ts';
import { returnPlaces } from './returnPlaces.ts';
import { usePosition } from '../location/position.ts';
import { StationRow, useRowBasics } from '../StationRow.tsx';
import { useNearbyStations } from './useNearbyStations.ts';
import { useOpenNow } from '../hours/useOpenNow.ts';

const shown = 5;

export interface NearbyReturnPlacesProps {
  /** The point from which to search while the rider's position is unknown. */
  fallback: Point;
  /** The id of a station that the page shows above the list. */
  except?: string | null;
}

/**
 * Stations for the return of a charger. Open stations with a free slot come first. The others follow,
 * sorted as in `returnPlaces`.
 */
export function NearbyReturnPlaces({ fallback, except }: NearbyReturnPlacesProps) {
  const { t } = useTranslation('stations');
  const position = usePosition();
  const basics = useRowBasics();
  const known = position.status === 'known';
  const { stations, status } = useNearbyStations(known ? position.point : fallback);
  const isOpen = useOpenNow();
  const places = returnPlaces(
    stations.filter(({ id }) => id !== except),
    shown,
    isOpen,
  );
  if (places.length === 0) {
    if (except) return null;
    return status === 'ready' ? <p className="st-line">{t(($) => $.none)}</p> : null;
  }
  return (
    <ul className="st-places">
      {places.map((station) => (
        <StationRow
          key={station.id}
          station={station}
          hasDistance={known}
          purpose="return"
          {...basics}
        />
      ))}
    </ul>
  );
}
