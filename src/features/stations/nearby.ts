import { nearbyZoom, tileBounds, tileOf, tilesAround } from '../../../contract/rules/tiles.ts';
import type { Bounds, Tile } from '../../../contract/rules/tiles.ts';
import type { StationSummary, StationTile } from '../../../contract/stations.ts';
import { distanceMetres } from '../../lib/geo.ts';
import type { Point } from '../../lib/geo.ts';

/** A tile's answer, or undefined while it has none. */
export type ReadTile = (tile: Tile) => StationTile | undefined;

const finestZoom = 18;
const coarsestZoom = 3;

/**
 * The tiles to read for a list round a point: finer ones where the stations are so many that they
 * come counted, coarser ones where there are none.
 */
export function nearbyTiles(from: Point, read: ReadTile): Tile[] {
  let z = nearbyZoom;
  for (;;) {
    const tiles = tilesAround(from.lat, from.lng, z);
    const answers = tiles.map(read);
    const counted = answers.some((tile) => tile !== undefined && tile.clusters.length > 0);
    if (counted && z >= nearbyZoom && z < finestZoom) {
      z += 2;
      continue;
    }
    const empty = answers.every(
      (tile) => tile !== undefined && tile.stations.length === 0 && tile.clusters.length === 0,
    );
    if (!empty || z > nearbyZoom || z <= coarsestZoom) return tiles;
    z -= 3;
  }
}

/** The tiles of a map's view; where one comes counted and the view is deep enough, its quarters. */
export function viewTiles(bounds: Bounds, zoom: number, read: ReadTile): Tile[] {
  const z = Math.max(0, Math.min(nearbyZoom, Math.floor(zoom)));
  const corner = tileOf(bounds.north, bounds.west, z);
  const opposite = tileOf(bounds.south, bounds.east, z);
  const tiles: Tile[] = [];
  for (let y = corner.y; y <= opposite.y; y++) {
    for (let x = corner.x; x <= opposite.x; x++) {
      tiles.push(...refine({ z, x, y }, bounds, zoom, read));
    }
  }
  return tiles;
}

function refine(tile: Tile, bounds: Bounds, zoom: number, read: ReadTile): Tile[] {
  const answer = read(tile);
  const deepEnough = zoom >= tile.z + 1 && tile.z < finestZoom;
  if (answer === undefined || answer.clusters.length === 0 || !deepEnough) return [tile];
  const quarters = [0, 1].flatMap((dy) =>
    [0, 1].map((dx) => ({ z: tile.z + 1, x: tile.x * 2 + dx, y: tile.y * 2 + dy })),
  );
  return quarters
    .filter((quarter) => overlap(tileBounds(quarter), bounds))
    .flatMap((quarter) => refine(quarter, bounds, zoom, read));
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.south < b.north && a.north > b.south && a.west < b.east && a.east > b.west;
}

export interface NearStation extends StationSummary {
  /** From where the list was asked for. */
  metres: number;
}

/** The nearest stations of these tiles, nearest first. */
export function nearestStations(
  tiles: readonly StationTile[],
  from: Point,
  most: number,
): NearStation[] {
  return tiles
    .flatMap((tile) => tile.stations)
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
