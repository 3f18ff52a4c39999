import type { StationSummary, StationTile } from '../../stations.ts';
import { distanceMetres } from '../places/distance.ts';
import { nearbyZoom, tileBounds, tileOf } from '../places/tiles.ts';
import { listedStations } from './paintedContent.ts';
import type { PaintedData } from './paintedContent.ts';

/**
 * Returns the nearest open station with a charger, for a rider at the station `empty`, which has no
 * chargers. Returns null if the tiles do not show which station is the nearest. One reason is that
 * a tile is crowded, so that it contains counts instead of stations. Another reason is that the
 * nearest station in the tiles is more than half a tile away, so that a nearer station may be
 * outside of the tiles. In these cases, the app reads more tiles (StationRanOut). Otherwise, the
 * app chooses the same station as this function, unless the app knows the rider's position.
 *
 * @param tiles the tiles that `tilesAround` returns for the station `empty` at `nearbyZoom`.
 */
export function nextStation(
  empty: StationSummary,
  tiles: readonly StationTile[],
  isOpen: PaintedData['isOpen'],
): StationSummary | null {
  if (tiles.some(({ clusters }) => clusters.length > 0)) return null;
  const isNext = (other: StationSummary) =>
    other.id !== empty.id && other.online && other.chargers > 0 && isOpen(other);
  const found = listedStations(tiles, empty, isOpen).find(isNext);
  return found && distanceMetres(empty, found) <= halfTileMetres(empty) ? found : null;
}

function halfTileMetres({ lat, lng }: { lat: number; lng: number }): number {
  const { north, south } = tileBounds(tileOf(lat, lng, nearbyZoom));
  return distanceMetres({ lat: north, lng }, { lat: south, lng }) / 2;
}
