import { putFirst } from '../../../../contract/rules/places/openNow.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary, StationTile } from '../../../../contract/stations.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** Returns the answer of a tile, or undefined if there is no answer yet. */
export type ReadTile = (tile: Tile) => StationTile | undefined;

export interface NearStation extends StationSummary {
  /** The distance from the searched point, in metres. */
  metres: number;
}

type Test = (station: StationSummary) => boolean;

/**
 * Returns the nearest stations of these tiles, open stations first. Open and closed stations are each sorted by
 * distance. Tiles may overlap, but each station occurs once.
 */
export function nearestStations(
  tiles: readonly StationTile[],
  from: Point,
  most: number,
  isOpen: Test,
  isWanted: Test = () => true,
): NearStation[] {
  const stations = new Map<string, StationSummary>();
  for (const station of tiles.flatMap((tile) => tile.stations)) {
    if (!stations.has(station.id) && isWanted(station)) stations.set(station.id, station);
  }
  const sorted = [...stations.values()]
    .map((station) => ({ ...station, metres: distanceMetres(from, station) }))
    .sort((a, b) => a.metres - b.metres || a.id.localeCompare(b.id));
  return putFirst(sorted, isOpen).slice(0, most);
}
