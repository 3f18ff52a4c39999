import type { Tile } from '../../../contract/rules/tiles.ts';
import type { StationSummary, StationTile } from '../../../contract/stations.ts';
import { distanceMetres } from '../../lib/geo.ts';
import type { Point } from '../../lib/geo.ts';

/** A tile's answer, or undefined while it has none. */
export type ReadTile = (tile: Tile) => StationTile | undefined;

/** The list twin of the map holds this many. */
export const listLength = 20;

export interface NearStation extends StationSummary {
  /** From where the list was asked for. */
  metres: number;
}

/** The nearest stations of these tiles, nearest first; each once, though tiles may overlap. */
export function nearestStations(
  tiles: readonly StationTile[],
  from: Point,
  most: number,
  isWanted: (station: StationSummary) => boolean = () => true,
): NearStation[] {
  const stations = new Map<string, StationSummary>();
  for (const station of tiles.flatMap((tile) => tile.stations)) {
    if (!stations.has(station.id) && isWanted(station)) stations.set(station.id, station);
  }
  return [...stations.values()]
    .map((station) => ({ ...station, metres: distanceMetres(from, station) }))
    .sort((a, b) => a.metres - b.metres || a.id.localeCompare(b.id))
    .slice(0, most);
}

/** The order of a list of return places: somewhere to put it first, then how far it is. */
export function returnPlaces(stations: readonly NearStation[], most: number): NearStation[] {
  const takes = (station: NearStation) => station.online && station.freeSlots > 0;
  return [...stations]
    .sort((a, b) => Number(takes(b)) - Number(takes(a)) || a.metres - b.metres)
    .slice(0, most);
}
