import { useMemo } from 'react';
import { putFirst } from '../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { listLength, returnPlaces } from '../../features/stations/nearby/nearby.ts';
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
  /** Whether their distances are from a place that the person knows. */
  hasDistance: boolean;
  /** ISO 8601: the age of the counts; null while there are none. */
  at: string | null;
  /** Whether they come from this device, because the server is slow or out of reach. */
  isKept: boolean;
  error: unknown;
  retry: () => void;
  /** Which stations the map shows, so that it and the list agree. */
  isShown: (station: StationSummary) => boolean;
}

/** The list: the nearest stations, or those that the text names. */
export function useFoundStations(
  { q, purpose, isOpenOnly, at, place }: SearchAddress,
  /** Where the person is; null while that is not known. */
  person: Point | null,
  /** Where the list is made from. */
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
    // What a text names comes in the order of the answer: what fits better goes before what is nearer.
    if (!isNamed) measured.sort((a, b) => a.metres - b.metres);
    if (purpose === 'return') return returnPlaces(measured, listLength, isOpenNow);
    return putFirst(measured, isOpenNow);
  }, [isNamed, wanted, near, origin, from, purpose, isOpenNow]);

  const { status, at: since, error, retry } = isNamed ? named : around;
  const isKept = isNamed && named.isKept;
  const hasDistance = origin !== null;
  // The same until something in it changes: who draws it may do so when there is time.
  return useMemo(
    () => ({ status, stations, hasDistance, at: since, isKept, error, retry, isShown }),
    [status, stations, hasDistance, since, isKept, error, retry, isShown],
  );
}

const everyStation = () => true;
