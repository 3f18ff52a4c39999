import { useCallback } from 'react';
import { serverTime } from '../../api/serverClock.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { StationSummary } from '../../../contract/stations.ts';
import { useSearchCachedQuery, useSearchStationsQuery } from '../../features/stations/searchApi.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useDelayed } from './useDelayed.ts';

export interface NamedStations {
  status: 'loading' | 'ready' | 'failed';
  stations: readonly StationSummary[];
  /** The time of the server's answer or of the oldest cached counts, in ISO 8601; null if there are neither. */
  at: string | null;
  /**
   * True if the stations come from this device, because the server is slow or the request failed.
   */
  isCached: boolean;
  error: unknown;
  retry: () => void;
}

const none: readonly StationSummary[] = [];

/** The time in milliseconds without an answer after which the cached stations are shown. */
const cachedAfterMs = 300;

/**
 * Returns the stations that match a text. If the server is slow or fails, these are the cached stations.
 */
export function useNamedStations(q: string, near: Point): NamedStations {
  const wanted = q === '' ? skipToken : { q, near };
  const { data, currentData, error, isFetching, fulfilledTimeStamp, refetch } =
    useSearchStationsQuery(wanted);
  const isWaiting = wanted !== skipToken && currentData === undefined;
  const isFailed = isWaiting && !isFetching && error !== undefined;
  const isLate = useDelayed(isWaiting, cachedAfterMs);
  const { currentData: cached } = useSearchCachedQuery(isLate || isFailed ? wanted : skipToken);

  const retry = useCallback(() => void refetch(), [refetch]);
  const common = { error, retry };
  if (currentData !== undefined) {
    const at =
      fulfilledTimeStamp === undefined
        ? null
        : new Date(serverTime(fulfilledTimeStamp)).toISOString();
    return { ...common, status: 'ready', stations: currentData, at, isCached: false };
  }
  if (cached !== undefined && cached.stations.length > 0) {
    return { ...common, ...cached, status: isFailed ? 'ready' : 'loading', isCached: true };
  }
  if (isFailed) return { ...common, status: 'failed', stations: none, at: null, isCached: false };
  // While the user types, the last answer is better than an empty list.
  return { ...common, status: 'loading', stations: data ?? none, at: null, isCached: false };
}
