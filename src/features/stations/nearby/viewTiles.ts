import {
  maxStationsPerTile,
  nearbyZoom,
  tileBounds,
  tileOf,
} from '../../../../contract/rules/places/tiles.ts';
import type { Bounds, Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationTile } from '../../../../contract/stations.ts';
import type { ReadTile } from './nearby.ts';
import { childTiles } from './tileGeometry.ts';

const finestZoom = 18;

/**
 * Returns the tiles of a map's view. If the zoom is deep enough, smaller tiles replace a tile with
 * clusters. If the view crosses the date line, `bounds.east` is more than 180, or `bounds.west` is
 * less than -180.
 */
export function viewTiles(bounds: Bounds, zoom: number, read: ReadTile): Tile[] {
  const z = Math.max(0, Math.min(nearbyZoom, Math.floor(zoom)));
  const count = 2 ** z;
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * count);
  const first = column(bounds.west);
  const last = Math.min(column(bounds.east), first + count - 1);
  const top = tileOf(bounds.north, 0, z).y;
  const bottom = tileOf(bounds.south, 0, z).y;
  const tiles: Tile[] = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = first; x <= last; x++) tiles.push(...refine({ z, x, y }, bounds, zoom, read));
  }
  return tiles;
}

/**
 * Replaces a tile by smaller tiles where the view needs them. Column numbers continue beyond the
 * date line, as the longitudes in `bounds` do, so that columns and longitudes can be compared.
 */
function refine(tile: Tile, bounds: Bounds, zoom: number, read: ReadTile): Tile[] {
  const count = 2 ** tile.z;
  const own = { ...tile, x: ((tile.x % count) + count) % count };
  const answer = read(own);
  const deepest = Math.min(finestZoom, Math.floor(zoom));
  if (answer === undefined || answer.clusters.length === 0 || tile.z >= deepest) return [own];
  const finer = Math.min(deepest, tile.z + levelsToStations(answer));
  return partsInView(tile, finer, bounds).flatMap((part) => refine(part, bounds, zoom, read));
}

/**
 * Returns by how many zoom levels the map must go deeper, so that the tiles contain single
 * stations. Each level splits a tile into quarters. The result may be more than 1 in a dense area,
 * so that the map does not request the levels in between.
 */
function levelsToStations({ clusters }: StationTile): number {
  const stations = clusters.reduce((sum, cluster) => sum + cluster.stations, 0);
  return Math.max(1, Math.floor(Math.log(stations / maxStationsPerTile) / Math.log(4)));
}

function partsInView(tile: Tile, z: number, bounds: Bounds): Tile[] {
  if (tile.z >= z) return [tile];
  return childTiles(tile)
    .filter((quarter) => overlap(tileBounds(quarter), bounds))
    .flatMap((quarter) => partsInView(quarter, z, bounds));
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.south < b.north && a.north > b.south && a.west < b.east && a.east > b.west;
}
