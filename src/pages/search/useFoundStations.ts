import { useMemo } from 'react';
import { putFirst } from '../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { listLength } from '../../features/stations/nearby/nearby.ts';
import { returnPlaces } from '../../features/stations/nearby/returnPlaces.ts';
import type { NearStation } from '../../features/stations/nearby/nearby.ts';
import { useOpenNow } from '../../features/stations/hours/useOpenNow.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { distanceMetres } from '../../lib/format/geo.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useNamedStations } from './useNamedStations.ts';
import type { SearchAddress } from './useSearchAddress.ts';

export interface FoundStations {
  status: 'loading' | 'ready' | 'failed';
  stations: NearStation[];
  /** Whether the distances are from a place that the person knows. */
  hasDistance: boolean;
  /** ISO 8601: the time of the counts; null without any. */
  at: string | null;
  /** Whether they are stored on this device, because the server is slow or unreachable. */
  isCached: boolean;
  error: unknown;
  retry: () => void;
  /** Which stations the map shows, so that map and list agree. */
  isShown: (station: StationSummary) => boolean;
}

/** The list: the nearest stations, or those that match the text. */
export function useFoundStations(
  { q, purpose, isOpenOnly, at, place }: SearchAddress,
  /** The person's position; null while unknown. */
  person: Point | null,
  /** The point around which stations are listed. */
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
    // Matches of a text keep the order of the answer: relevance comes before distance.
    if (!isNamed) measured.sort((a, b) => a.metres - b.metres);
    if (purpose === 'return') return returnPlaces(measured, listLength, isOpenNow);
    return putFirst(measured, isOpenNow);
  }, [isNamed, wanted, near, origin, from, purpose, isOpenNow]);

  const { status, at: since, error, retry } = isNamed ? named : around;
  const isCached = isNamed && named.isCached;
  const hasDistance = origin !== null;
  // Stable until something in it changes, so that rendering can be deferred.
  return useMemo(
    () => ({ status, stations, hasDistance, at: since, isCached, error, retry, isShown }),
    [status, stations, hasDistance, since, isCached, error, retry, isShown],
  );
}

const everyStation = () => true;
