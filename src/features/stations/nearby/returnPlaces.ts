import { putFirst } from '../../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { NearStation } from './nearby.ts';

/**
 * Sorts stations for a return: open stations with a free slot, then closed stations with a free slot,
 * then the others. Each of these groups is sorted by distance.
 */
export function returnPlaces(
  stations: readonly NearStation[],
  most: number,
  isOpen: (station: StationSummary) => boolean,
): NearStation[] {
  const takes = (station: NearStation) => station.online && station.freeSlots > 0;
  const sorted = [...stations].sort((a, b) => a.metres - b.metres);
  return putFirst(putFirst(sorted, takes), (station) => takes(station) && isOpen(station)).slice(
    0,
    most,
  );
}
