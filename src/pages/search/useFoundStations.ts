import { useMemo } from 'react';
import { listLength } from '../../../contract/rules/firstScreen/stationRow.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { returnPlaces } from '../../features/stations/nearby/returnPlaces.ts';
import { servingFirst } from '../../features/stations/nearby/serves.ts';
import type { NearStation } from '../../features/stations/nearby/nearby.ts';
import { useOpenNow } from '../../features/stations/hours/useOpenNow.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { distanceMetres } from '../../../contract/rules/places/distance.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useNamedStations } from './useNamedStations.ts';
import type { SearchAddress } from './useSearchAddress.ts';

export interface FoundStations {
  status: 'loading' | 'ready' | 'failed';
  stations: NearStation[];
  /** True if the distances are measured from the user's position or a chosen place. */
  hasDistance: boolean;
  /** The time of the answer or of the oldest data that was read for the list, in ISO 8601; null without data. */
  at: string | null;
  /**
   * True if the stations come from this device, because the server is slow or the request failed.
   */
  isCached: boolean;
  error: unknown;
  retry: () => void;
  /** Returns whether the map shows a station. The list uses the same filter. */
  isShown: (station: StationSummary) => boolean;
}

/** Returns the stations of the list: the nearest stations, or the stations that match the text. */
export function useFoundStations(
  { q, purpose, isOpenOnly, at, place }: SearchAddress,
  /** The user's position. It is null while the position is unknown. */
  person: Point | null,
  /**
   * The point around which stations are listed: the chosen point, the user's position, the user's
   * city, or the centre of the operator's area.
   */
  from: Point,
): FoundStations {
  const isOpenNow = useOpenNow();
  const isWanted = isOpenOnly ? isOpenNow : undefined;
  const isNamed = q !== '';
  const around = useNearbyStations(isNamed ? null : from, isWanted);
  const named = useNamedStations(q, from);
  const origin = person ?? (place === null ? null : at);

  const wanted = useMemo(
    () => named.stations.filter(isWanted ?? everyStation),
    [named.stations, isWanted],
  );
  const isShown = useMemo(() => {
    if (!isNamed) return isWanted ?? everyStation;
    const ids = new Set(wanted.map(({ id }) => id));
    return ({ id }: StationSummary) => ids.has(id);
  }, [isNamed, wanted, isWanted]);

  const { stations: near } = around;
  const stations = useMemo(() => {
    const measured = (isNamed ? wanted : near).map((station) => ({
      ...station,
      metres: distanceMetres(origin ?? from, station),
    }));
    // Do not sort stations that match a text by distance, because relevance is more important than
    // distance.
    if (!isNamed) measured.sort((a, b) => a.metres - b.metres);
    if (purpose === 'return') return returnPlaces(measured, listLength, isOpenNow);
    return servingFirst(measured, purpose, isOpenNow);
  }, [isNamed, wanted, near, origin, from, purpose, isOpenNow]);

  const { status, at: since, error, retry } = isNamed ? named : around;
  const isCached = isNamed && named.isCached;
  const hasDistance = origin !== null;
  // Return the same object until a value in it changes, so that rendering can be deferred.
  return useMemo(
    () => ({ status, stations, hasDistance, at: since, isCached, error, retry, isShown }),
    [status, stations, hasDistance, since, isCached, error, retry, isShown],
  );
}

const everyStation = () => true;
