import { useMemo } from 'react';
import { isOpenNow } from '../../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';

const minute = 60_000;

/** Tells whether a station's venue is open in this minute; another function each minute. */
export function useOpenNow(): (station: StationSummary) => boolean {
  const now = Math.floor(useServerNow(minute / 4) / minute) * minute;
  return useMemo(() => openAt(now), [now]);
}

/** What it found is kept with the station: a list of thousands asks again and again. */
function openAt(now: number): (station: StationSummary) => boolean {
  const known = new WeakMap<StationSummary, boolean>();
  return (station) => {
    const found = known.get(station) ?? isOpenNow(station, now);
    known.set(station, found);
    return found;
  };
}
