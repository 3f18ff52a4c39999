import {
  maxStationsPerTile,
  maxZoom,
  nearbyZoom,
  tileBounds,
  tilesAround,
} from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationCluster, StationSummary, StationTile } from '../../../../contract/stations.ts';
import { distanceMetres } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { listLength } from './nearby.ts';
import type { ReadTile } from './nearby.ts';
import { distanceBeyond, distanceToTile, quarters } from './tileGeometry.ts';

/** Where too little is found, the search goes on in the four tiles round the point of these. */
const widerZooms = [nearbyZoom, 11, 9, 6, 3, 0];
/** More tiles than this are not worth a list, where next to nothing is what is wanted. */
const mostTiles = 64;
/** So many tiles may be on their way at once: more would be asked for in vain. */
const together = 4;
/** A cluster stands for the stations of one of so many strips of its tile. */
const clusterStrips = 8;

export type IsWanted = (station: StationSummary) => boolean;

/** Part of the globe that may hold one of the nearest, and how near that could be at the least. */
type Part =
  | { least: number; tile: Tile; inner: readonly Tile[] }
  /** What is beyond the tiles round the point at this place of `widerZooms`. */
  | { least: number; beyond: number };

/**
 * The tiles to read for the twenty wanted stations nearest to a point. Once each of them has an
 * answer, their nearest stations are the nearest of all: a best-first search that goes on as long as
 * an unread part could be nearer than the last of those found.
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
    if (part.least > found.limit || unread >= together) return chosen;
    if (chosen.length >= mostTiles) return chosen;
    if ('beyond' in part) {
      // What is asked for already may turn out to hold enough.
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
      for (const finer of uncounted(tile, answer.clusters)) add(finer, inner, least);
    }
  }
  return chosen;
}

/** What is known of the distances of the nearest so far. */
class Nearest {
  /** Metres within which there are as many as wanted, for certain. */
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
    this.limit = Math.min(this.limit, last, this.#promise(tile));
  }

  /** What is only counted is somewhere in a cell round its middle. */
  #promise(tile: StationTile): number {
    // Of what is counted nobody knows which are wanted.
    if (this.#isWanted) return Infinity;
    // Of half the globe a corner is not the farthest point.
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

/** How many levels a tile's clusters tell apart. */
const toldLevels = Math.log2(clusterStrips);

/**
 * The finer tiles in which counted stations may be. One that would come counted again says nothing
 * new: as far as the clusters tell, its own quarters take its place.
 */
function uncounted(tile: Tile, clusters: readonly StationCluster[]): Tile[] {
  const { north, south, west, east } = tileBounds(tile);
  // The stations of a cluster need not be on the same side of an edge as its middle.
  const margin = { lat: (north - south) / clusterStrips, lng: (east - west) / clusterStrips };
  const split = (whole: Tile, within: readonly StationCluster[], levels: number): Tile[] => {
    if (within.length === 0 || levels === 0 || whole.z >= maxZoom) return [];
    return quarters(whole).flatMap((quarter) => {
      const near = within.filter((cluster) => isAround(quarter, cluster, margin));
      if (near.length === 0) return [];
      const stations = near
        .filter((cluster) => isAround(quarter, cluster, { lat: 0, lng: 0 }))
        .reduce((sum, cluster) => sum + cluster.stations, 0);
      const finer = stations > maxStationsPerTile ? split(quarter, near, levels - 1) : [];
      return finer.length > 0 ? finer : [quarter];
    });
  };
  return split(tile, clusters, toldLevels);
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
