import { putFirst } from '../../../../contract/rules/places/openNow.ts';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import type { StationSummary } from '../../../../contract/stations.ts';

/**
 * Whether the cabinet has what a rider looks for: a charger, or a free slot for a return. A paused station has no
 * chargers for riders.
 */
export function serves({ online, chargers, freeSlots }: StationSummary, purpose: Purpose): boolean {
  return online && (purpose === 'return' ? freeSlots : chargers) > 0;
}

/**
 * Sorts stations: open stations that serve the purpose, then closed stations that serve it, then the others.
 * Within each group the order stays.
 */
export function servingFirst<Summary extends StationSummary>(
  stations: readonly Summary[],
  purpose: Purpose,
  isOpen: (station: Summary) => boolean,
): Summary[] {
  const isServing = (station: Summary) => serves(station, purpose);
  return putFirst(
    putFirst(stations, isServing),
    (station) => isServing(station) && isOpen(station),
  );
}
