import type { StationSummary } from '../../../../contract/stations.ts';
import type { NearStation } from './nearby.ts';
import { serves } from './serves.ts';

/**
 * In metres. The target changes only if another station is nearer by more than this, so that the
 * arrow does not jump between two stations at almost the same distance.
 */
const clearlyNearerMetres = 50;

/** Whether the cabinet takes a charger now. Even then, the venue may be closed. */
export const takesCharger = (station: StationSummary): boolean => serves(station, 'return');

/**
 * The station to which the rider walks: the nearest open station with a free slot. The earlier
 * target stays as long as it is open and has a free slot, and no other such station is clearly
 * nearer.
 */
export function returnTarget(
  stations: readonly NearStation[],
  earlierId: string | null,
  isOpen: (station: StationSummary) => boolean,
): NearStation | null {
  const usable = stations
    .filter((station) => takesCharger(station) && isOpen(station))
    .toSorted((a, b) => a.metres - b.metres);
  const [nearest] = usable;
  if (nearest === undefined) return null;
  const earlier = usable.find(({ id }) => id === earlierId);
  return earlier && earlier.metres - nearest.metres <= clearlyNearerMetres ? earlier : nearest;
}
