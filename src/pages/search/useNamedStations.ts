import { useCallback } from 'react';
import { serverTime } from '../../api/serverClock.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { StationSummary } from '../../../contract/stations.ts';
import { useSearchKeptQuery, useSearchStationsQuery } from '../../features/stations/searchApi.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useDelayed } from './useDelayed.ts';

export interface NamedStations {
  status: 'loading' | 'ready' | 'failed';
  stations: readonly StationSummary[];
  /** The time of the oldest counts, in ISO 8601. Null if there are none. */
  at: string | null;
  /**
   * True if the stations are those stored on this device, because the server is slow or cannot be
   * reached.
   */
  isCached: boolean;
  error: unknown;
  retry: () => void;
}

const none: readonly StationSummary[] = [];

/** If no answer has come after this time in milliseconds, the stored stations are shown first. */
const keptAfterMs = 300;

/**
 * The stations that match a text. Until the server's answer arrives, these are the stored stations.
 */
export function useNamedStations(q: string, near: Point): NamedStations {
  const wanted = q === '' ? skipToken : { q, near };
  const { data, currentData, error, isFetching, fulfilledTimeStamp, refetch } =
    useSearchStationsQuery(wanted);
  const isWaiting = wanted !== skipToken && currentData === undefined;
  const isFailed = isWaiting && !isFetching && error !== undefined;
  const isLate = useDelayed(isWaiting, keptAfterMs);
  const { currentData: kept } = useSearchKeptQuery(isLate || isFailed ? wanted : skipToken);

  const retry = useCallback(() => void refetch(), [refetch]);
  const common = { error, retry };
  if (currentData !== undefined) {
    const at =
      fulfilledTimeStamp === undefined
        ? null
        : new Date(serverTime(fulfilledTimeStamp)).toISOString();
    return { ...common, status: 'ready', stations: currentData, at, isCached: false };
  }
  if (kept !== undefined && kept.stations.length > 0) {
    return { ...common, ...kept, status: isFailed ? 'ready' : 'loading', isCached: true };
  }
  if (isFailed) return { ...common, status: 'failed', stations: none, at: null, isCached: false };
  // While the user types, the last answer is better than an empty list.
  return { ...common, status: 'loading', stations: data ?? none, at: null, isCached: false };
}
