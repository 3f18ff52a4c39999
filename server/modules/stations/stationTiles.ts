import { sql } from 'kysely';
import { StationTile } from '../../../contract/stations.ts';
import {
  maxStationsPerTile,
  positionRange,
  type Tile,
} from '../../../contract/rules/places/tiles.ts';
import type { Changes } from '../../changes/changes.ts';
import type { Clock } from '../../time/clock.ts';
import type { Db } from '../../db/database.ts';
import { cachedPlan } from '../../db/preparedStatements.ts';
import { cellsOf, countedCells, gridZoom, leafLevel } from './stationCells.ts';
import { unreserved } from './reserved.ts';
import { toMinute } from './stationRows.ts';

/**
 * The content of a tile, as the JSON text of a `StationTile`. The database builds the JSON text, so that the
 * server need not build two hundred stations.
 */
export async function readTile(db: Db, tile: Tile, now: Date): Promise<string> {
  const { from, until } = positionRange(tile);
  const within = sql`place >= ${from} and place < ${until} and state <> 'retired'`;
  const areCellsCounted = tile.z + gridZoom <= leafLevel;
  const counts = unreserved(now);
  // The query first counts the stations of the tile with only the index, so that it reads no station of a crowded tile.
  // Without `order by`, the planner would read the table until it has found enough rows.
  const { rows } = await sql<{ stations: string | null; clusters: string | null }>`${cachedPlan}
    with few as materialized (
      select count(*) <= ${sql.lit(maxStationsPerTile)} as few
      from (select from stations where ${within} order by place limit ${sql.lit(maxStationsPerTile + 1)}) as counted)
    select
      case when few then (
        select coalesce(string_agg(card
          || ',"chargers":' || case when online then chargers else 0 end
          || ',"freeSlots":' || case when online then free_slots else 0 end
          || ',"slots":' || slots || ',"online":' || online::text
          || case when state = 'paused' then ',"paused":true}' else '}' end, ','), '')
        from (select card, online, ${counts.chargers} as chargers, ${counts.freeSlots} as free_slots, slots, state
          from stations
          where ${within} order by place, id limit ${sql.lit(maxStationsPerTile)}) as listed) end as stations,
      case when not few then (${clusters(areCellsCounted ? cellsOf(tile) : countedCells(tile, now))}) end as clusters
    from few`.execute(db);
  const lists = rows[0];
  // The stored counts have a short delay, so they may omit very new stations. If the tile has no stored counts yet,
  // count the stations now.
  const late = lists && lists.stations === null && lists.clusters === null;
  const counted = late ? (await clusters(countedCells(tile, now)).execute(db)).rows[0] : lists;
  return (
    `{"z":${tile.z},"x":${tile.x},"y":${tile.y},"at":"${toMinute(now)}",` +
    `"stations":[${lists?.stations ?? ''}],"clusters":[${counted?.clusters ?? ''}]}`
  );
}

/**
 * Clusters from cells. The position of a cluster is the average position of its stations. Five decimals of a degree are
 * about one metre.
 */
function clusters(cells: ReturnType<typeof cellsOf>) {
  return sql<{ clusters: string | null }>`
    select string_agg('{"lat":' || round((lat_sum / stations)::numeric, 5)
      || ',"lng":' || round((lng_sum / stations)::numeric, 5) || ',"stations":' || stations
      || ',"chargers":' || chargers || ',"freeSlots":' || free_slots || '}', ',') as clusters
    from (${cells}) as cells`;
}

/** The minimum time between two reads of an unchanged tile from the database. */
const keepMs = 15_000;
const maxCachedTiles = 2_000;

interface CachedTile {
  readAt: number;
  version: number;
  tile: Promise<string>;
}

/** Caches tiles. All riders see the same tiles, so concurrent requests share one read. */
export class StationTiles {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #cached = new Map<string, CachedTile>();
  /** The parsed tile of each cached text. */
  readonly #parsed = new WeakMap<Promise<string>, Promise<StationTile>>();
  readonly #keepChangedMs: number;
  #version = 0;

  /** @param options.keepChangedMs the minimum time between two reads of a tile that changes constantly. */
  constructor(
    deps: { db: Db; clock: Clock; changes: Changes },
    { keepChangedMs = 1_000 }: { keepChangedMs?: number } = {},
  ) {
    this.#keepChangedMs = keepChangedMs;
    this.#db = deps.db;
    this.#clock = deps.clock;
    deps.changes.on('station', () => this.#version++);
  }

  /** The JSON text of a `StationTile`. */
  readText(tile: Tile): Promise<string> {
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const now = this.#clock.now();
    const cached = this.#cached.get(key);
    if (cached && this.#isFresh(cached, now.getTime())) return cached.tile;
    const read = readTile(this.#db, tile, now);
    this.#cached.delete(key);
    this.#cached.set(key, { readAt: now.getTime(), version: this.#version, tile: read });
    // A failed read is removed from the cache, so that the next request reads again.
    read.catch(() => this.#cached.delete(key));
    const oldest = this.#cached.keys().next().value;
    if (this.#cached.size > maxCachedTiles && oldest) this.#cached.delete(oldest);
    return read;
  }

  read(tile: Tile): Promise<StationTile> {
    const text = this.readText(tile);
    const known = this.#parsed.get(text);
    if (known) return known;
    const parsed = text.then((json) => StationTile.parse(JSON.parse(json)));
    this.#parsed.set(text, parsed);
    return parsed;
  }

  #isFresh({ readAt, version }: CachedTile, now: number): boolean {
    return now - readAt < (version === this.#version ? keepMs : this.#keepChangedMs);
  }
}
