import type { StationSummary } from '../../../../contract/stations.ts';
import type { NearStation } from './nearby.ts';
import { servingFirst } from './serves.ts';

/**
 * Sorts stations for a return: open stations with a free slot, then closed stations with a free slot,
 * then the others. Each of these groups is sorted by distance.
 */
export function returnPlaces(
  stations: readonly NearStation[],
  most: number,
  isOpen: (station: StationSummary) => boolean,
): NearStation[] {
  const sorted = [...stations].sort((a, b) => a.metres - b.metres);
  return servingFirst(sorted, 'return', isOpen).slice(0, most);
}
