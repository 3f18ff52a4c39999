import { useMemo } from 'react';
import { isOpenNow } from '../../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';

const minute = 60_000;

/**
 * Returns a function that checks whether a station's venue is open in this minute. The hook returns a new
 * function each minute.
 */
export function useOpenNow(): (station: StationSummary) => boolean {
  const now = Math.floor(useServerNow(minute / 4) / minute) * minute;
  return useMemo(() => openAt(now), [now]);
}

/**
 * Caches the result for each station, because a list of thousands of stations checks the same station
 * repeatedly.
 */
function openAt(now: number): (station: StationSummary) => boolean {
  const known = new WeakMap<StationSummary, boolean>();
  return (station) => {
    const found = known.get(station) ?? isOpenNow(station, now);
    known.set(station, found);
    return found;
  };
}
