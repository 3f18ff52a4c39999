import { listLength } from '../../../../contract/rules/firstScreen/stationRow.ts';
import {
  maxStationsPerTile,
  maxZoom,
  nearbyZoom,
  tileBounds,
  tilesAround,
} from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationCluster, StationSummary, StationTile } from '../../../../contract/stations.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';
import type { ReadTile } from './nearby.ts';
import { distanceBeyond, distanceToTile, childTiles } from './tileGeometry.ts';

/**
 * The zooms of a wider search. If the search finds too few stations, it continues in the four tiles around
 * the point at the next of these zooms.
 */
const widerZooms = [nearbyZoom, 11, 9, 6, 3, 0];
/** The highest number of tiles for a list. A list needs so many tiles only if few stations match. */
const maxTiles = 64;
/**
 * The number of tiles that may load at the same time. With a higher number, more tiles would load that the
 * list does not need.
 */
const maxLoading = 4;
/** The number of cells of the cluster grid along the side of a tile. */
const clusterStrips = 8;

export type IsWanted = (station: StationSummary) => boolean;

/**
 * A part of the globe that may contain one of the nearest stations. `least` is a lower bound of the distance
 * to the part.
 */
type Part =
  | { least: number; tile: Tile; inner: readonly Tile[] }
  /**
   * The area outside of the tiles around the point. These tiles have the zoom `widerZooms[beyond]`.
   */
  | { least: number; beyond: number };

/**
 * Returns the tiles to read for the twenty nearest matching stations. When all these tiles have answers, the
 * list is exact, unless the search has stopped at `maxTiles`. This is a best-first search: it continues while an
 * unread part may be nearer than the last station in the list.
 */
export function nearbyTiles(from: Point, read: ReadTile, isWanted?: IsWanted): Tile[] {
  const chosen: Tile[] = [];
  const found = new Nearest(from, isWanted);
  const parts: Part[] = [];
  let unread = 0;

  const add = (tile: Tile, inner: readonly Tile[], atLeast: number) =>
    parts.push({ least: Math.max(atLeast, distanceToTile(from, tile)), tile, inner });
  const widen = (step: number, inner: readonly Tile[], atLeast: number) => {
    const z = widerZooms[step];
    if (z === undefined) return;
    for (const tile of tilesAround(from.lat, from.lng, z)) add(tile, inner, atLeast);
    parts.push({ least: distanceBeyond(from, z), beyond: step });
  };

  widen(0, [], 0);
  for (let part = takeNearest(parts); part; part = takeNearest(parts)) {
    if (part.least > found.limit || unread >= maxLoading) return chosen;
    if (chosen.length >= maxTiles) return chosen;
    if ('beyond' in part) {
      // Wait for the tiles that are loading, because they may contain enough stations.
      if (unread > 0) return chosen;
      const inner = tilesAround(from.lat, from.lng, widerZooms[part.beyond] ?? 0);
      widen(part.beyond + 1, inner, part.least);
      continue;
    }
    if (part.inner.some((tile) => isWithin(part.tile, tile))) continue;
    const { tile, inner, least } = part;
    chosen.push(tile);
    const answer = read(tile);
    if (answer === undefined) unread += 1;
    else {
      found.add(answer);
      for (const finer of finerTiles(tile, answer.clusters)) add(finer, inner, least);
    }
  }
  return chosen;
}

/** The distances of the nearest stations that the search has found. */
class Nearest {
  /** The distance in metres within which there are certainly enough stations. */
  limit = Infinity;
  readonly #from: Point;
  readonly #isWanted: IsWanted | undefined;
  readonly #ids = new Set<string>();
  #distances: number[] = [];

  constructor(from: Point, isWanted: IsWanted | undefined) {
    this.#from = from;
    this.#isWanted = isWanted;
  }

  add(tile: StationTile): void {
    for (const station of tile.stations) {
      if (this.#ids.has(station.id) || this.#isWanted?.(station) === false) continue;
      this.#ids.add(station.id);
      this.#distances.push(distanceMetres(this.#from, station));
    }
    this.#distances = this.#distances.sort((a, b) => a - b).slice(0, listLength);
    const last = this.#distances[listLength - 1] ?? Infinity;
    this.limit = Math.min(this.limit, last, this.#certainLimit(tile));
  }

  /**
   * The distance in metres within which the clusters certainly contain enough stations. A station
   * of a cluster is somewhere in a cell around the cluster's position.
   */
  #certainLimit(tile: StationTile): number {
    // The clusters do not show which of their stations match.
    if (this.#isWanted) return Infinity;
    // On the globe, the farthest point of a very large tile is not always a corner of the tile.
    if (tile.clusters.length === 0 || tile.z < 3) return Infinity;
    const { north, south, west, east } = tileBounds(tile);
    const across =
      distanceMetres({ lat: north, lng: west }, { lat: south, lng: east }) / clusterStrips;
    const farthest = tile.clusters
      .map((cluster) => ({
        stations: cluster.stations,
        metres: distanceMetres(this.#from, cluster) + 2 * across,
      }))
      .sort((a, b) => a.metres - b.metres);
    let stations = 0;
    for (const cluster of farthest) {
      stations += cluster.stations;
      if (stations >= listLength) return cluster.metres;
    }
    return Infinity;
  }
}

function takeNearest(parts: Part[]): Part | undefined {
  let best = 0;
  for (const [index, { least }] of parts.entries()) {
    if (least < (parts[best]?.least ?? Infinity)) best = index;
  }
  return parts.splice(best, 1)[0];
}

function isWithin(tile: Tile, other: Tile): boolean {
  const up = 2 ** (tile.z - other.z);
  return up >= 1 && Math.floor(tile.x / up) === other.x && Math.floor(tile.y / up) === other.y;
}

/**
 * After this number of splits into quarters, a part of a tile is as small as one cell of the
 * cluster grid.
 */
const gridLevels = Math.log2(clusterStrips);

/**
 * Returns the finer tiles that may contain the stations of the clusters. Skips tiles that would only contain
 * clusters again, and returns smaller tiles inside them instead.
 */
function finerTiles(tile: Tile, clusters: readonly StationCluster[]): Tile[] {
  const { north, south, west, east } = tileBounds(tile);
  // A station of a cluster may be outside of the finer tile that contains the cluster's position,
  // so also return the finer tiles within this margin.
  const margin = { lat: (north - south) / clusterStrips, lng: (east - west) / clusterStrips };
  const split = (whole: Tile, within: readonly StationCluster[], levels: number): Tile[] => {
    if (within.length === 0 || levels === 0 || whole.z >= maxZoom) return [];
    return childTiles(whole).flatMap((quarter) => {
      const near = within.filter((cluster) => isAround(quarter, cluster, margin));
      if (near.length === 0) return [];
      const stations = near
        .filter((cluster) => isAround(quarter, cluster, { lat: 0, lng: 0 }))
        .reduce((sum, cluster) => sum + cluster.stations, 0);
      const finer = stations > maxStationsPerTile ? split(quarter, near, levels - 1) : [];
      return finer.length > 0 ? finer : [quarter];
    });
  };
  return split(tile, clusters, gridLevels);
}

function isAround(tile: Tile, { lat, lng }: Point, margin: Point): boolean {
  const { north, south, west, east } = tileBounds(tile);
  const isLast = tile.y === 2 ** tile.z - 1;
  return (
    (tile.y === 0 || lat <= north + margin.lat) &&
    (isLast || lat >= south - margin.lat) &&
    lng >= west - margin.lng &&
    lng <= east + margin.lng
  );
}
