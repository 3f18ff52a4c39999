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
  /** ISO 8601: the age of the counts; null while there are none. */
  at: string | null;
  /** Whether they come from this device, because the server is slow or out of reach. */
  isKept: boolean;
  error: unknown;
  retry: () => void;
}

const none: readonly StationSummary[] = [];

/** A slow answer lets what this device keeps go first. */
const keptAfterMs = 300;

/** The stations that a text names: the server's, until they come those that this device keeps. */
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
    return { ...common, status: 'ready', stations: currentData, at, isKept: false };
  }
  if (kept !== undefined && kept.stations.length > 0) {
    return { ...common, ...kept, status: isFailed ? 'ready' : 'loading', isKept: true };
  }
  if (isFailed) return { ...common, status: 'failed', stations: none, at: null, isKept: false };
  // While typing goes on, the last answer is better than an empty list.
  return { ...common, status: 'loading', stations: data ?? none, at: null, isKept: false };
}
