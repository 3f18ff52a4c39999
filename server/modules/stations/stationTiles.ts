import { sql } from 'kysely';
import {
  maxStationsPerTile,
  tileBounds,
  type Bounds,
  type Tile,
} from '../../../contract/rules/tiles.ts';
import type { StationCluster, StationTile } from '../../../contract/stations.ts';
import type { Changes } from '../../changes.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { stationsWithin, toMinute, within } from './stationRows.ts';

/** Clusters of a tile: cells per side. */
const gridSize = 8;

/** What the tile holds, read from the database. */
export async function readTile(db: Db, tile: Tile, now: Date): Promise<StationTile> {
  const bounds = tileBounds(tile);
  const at = toMinute(now);
  const stations = await stationsWithin(db, bounds, maxStationsPerTile + 1);
  return stations.length <= maxStationsPerTile
    ? { ...tile, at, stations, clusters: [] }
    : { ...tile, at, stations: [], clusters: await clustersWithin(db, bounds) };
}

async function clustersWithin(db: Db, bounds: Bounds): Promise<StationCluster[]> {
  const column = sql`floor((lng - ${bounds.west}) / ${(bounds.east - bounds.west) / gridSize})`;
  const row = sql`floor((lat - ${bounds.south}) / ${(bounds.north - bounds.south) / gridSize})`;
  const { rows } = await sql<StationCluster>`
    select avg(lat)::float8 as lat, avg(lng)::float8 as lng, count(*)::int as stations,
      coalesce(sum(chargers) filter (where online), 0)::int as chargers,
      coalesce(sum(free_slots) filter (where online), 0)::int as "freeSlots"
    from (select *, ${row} as grid_row, ${column} as grid_column from stations
      where ${within(bounds)}) as gridded
    group by grid_row, grid_column order by grid_row, grid_column`.execute(db);
  // Five decimals are a metre.
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return rows.map((cluster) => ({ ...cluster, lat: round(cluster.lat), lng: round(cluster.lng) }));
}

/** While nothing has changed a tile is read from the database this often at most. */
const keepMs = 15_000;
/** Under constant change, this often. */
const keepChangedMs = 1_000;
const maxKeptTiles = 2_000;

interface KeptTile {
  readAt: number;
  version: number;
  tile: Promise<StationTile>;
}

/** Tiles are the same for everyone, so that one read answers all who ask at about the same time. */
export class StationTiles {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #kept = new Map<string, KeptTile>();
  #version = 0;

  constructor(deps: { db: Db; clock: Clock; changes: Changes }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    deps.changes.on('station', () => this.#version++);
  }

  read(tile: Tile): Promise<StationTile> {
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const now = this.#clock.now();
    const kept = this.#kept.get(key);
    if (kept && this.#isFresh(kept, now.getTime())) return kept.tile;
    const read = readTile(this.#db, tile, now);
    this.#kept.delete(key);
    this.#kept.set(key, { readAt: now.getTime(), version: this.#version, tile: read });
    // A failed read is not an answer for the next one.
    read.catch(() => this.#kept.delete(key));
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > maxKeptTiles && oldest) this.#kept.delete(oldest);
    return read;
  }

  #isFresh({ readAt, version }: KeptTile, now: number): boolean {
    return now - readAt < (version === this.#version ? keepMs : keepChangedMs);
  }
}
