import type { StationSummary, StationTile } from '../../stations.ts';
import { listedStations } from './paintedContent.ts';
import type { PaintedData } from './paintedContent.ts';

/**
 * Returns the nearest open station with a charger for a rider at a station without chargers. Returns null if no tile
 * contains such a station. The app chooses the same station in StationRanOut.
 *
 * @param tiles the tiles around the empty station.
 */
export function nextStation(
  empty: StationSummary,
  tiles: readonly StationTile[],
  isOpen: PaintedData['isOpen'],
): StationSummary | null {
  const isNext = (other: StationSummary) =>
    other.id !== empty.id && other.online && other.chargers > 0 && isOpen(other);
  return listedStations(tiles, empty, isOpen).find(isNext) ?? null;
}
