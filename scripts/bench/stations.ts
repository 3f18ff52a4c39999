import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { nearbyZoom, tileOf, type Tile } from '../../contract/rules/places/tiles.ts';
import { StationTile } from '../../contract/stations.ts';
import { systemClock } from '../../server/time/clock.ts';
import type { Db } from '../../server/db/database.ts';
import { nearestStations } from '../../server/modules/stations/nearestStations.ts';
import { saveStations, type StationRecord } from '../../server/modules/stations/saveStations.ts';
import { searchStations } from '../../server/modules/stations/search/searchStations.ts';
import { refreshCells } from '../../server/modules/stations/stationCells.ts';
import { readTile } from '../../server/modules/stations/stationTiles.ts';
import { demoStations } from '../../sandbox/demo/demo.ts';
import { enterDemo } from '../../sandbox/demo/enterDemo.ts';
import { stationEntry } from '../../server/outside/stationEntry.ts';
import { demoTariff } from '../../sandbox/demo/tariff.ts';
import { createOwnDatabase } from '../../server/testing/databases/ownDatabase.ts';
import { StationFleet } from './stationFleet.ts';

/**
 * Measures tiles, searches and the search for the nearest stations, all without caches. The times
 * are compared with a select by primary key on the same connection. Example: `npm run bench --
 * stations --engine pglite --stations 100000`.
 */
const { engine, stations: stationCount, repeats } = readOptions();
const budgets = { tile: 3, search: 10, demoTileBytes: 3 * 1024 };

console.log(`${stationCount} stations on ${engine}`);
const database = await createOwnDatabase(engine);
try {
  await fill(database.db);
  await database.db.connection().execute(measure);
} finally {
  await database.close();
}

function readOptions(): { engine: 'pglite' | 'postgres'; stations: number; repeats: number } {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'postgres' },
      stations: { type: 'string', default: '1000000' },
      repeats: { type: 'string', default: '400' },
    },
  });
  const wanted = values.engine;
  if (wanted !== 'postgres' && wanted !== 'pglite') {
    throw new Error('--engine must be postgres or pglite');
  }
  return { engine: wanted, stations: Number(values.stations), repeats: Number(values.repeats) };
}

async function fill(db: Db): Promise<void> {
  const started = performance.now();
  const since = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  await enterDemo(stationEntry(db, systemClock), () => 'none');
  let batch: StationRecord[] = [];
  const save = async () => {
    await db.transaction().execute((trx) => saveStations(trx, batch, new Date()));
    batch = [];
  };
  for (const record of new StationFleet().records(stationCount, demoTariff.id)) {
    batch.push(record);
    if (batch.length === 5_000) await save();
  }
  await save();
  await sql`update stations set online = true, chargers = 3, free_slots = 5`.execute(db);
  console.log(`stations written after ${since()}`);
  await refreshCells(db, new Date());
  console.log(`tiles counted after ${since()}`);
  await sql`vacuum (analyze)`.execute(db);
  const { rows } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('stations', 'station_cells', 'station_words', 'station_terms')
    order by 1`.execute(db);
  const sizes = rows.map(({ name, size }) => `${name} ${size}`).join(', ');
  console.log(`ready after ${since()}: ${sizes}\n`);
}

interface Sample {
  name: string;
  run: () => Promise<unknown>;
}

async function measure(db: Db): Promise<void> {
  const fleet = new StationFleet();
  const ids = await sampleIds(db);
  const any = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(fleet.random() * list.length)];
    if (found === undefined) throw new Error('the list to choose from is empty');
    return found;
  };
  const now = new Date();
  const cityTile = (z: number): Tile => {
    const { lat, lng } = fleet.position();
    return tileOf(lat, lng, z);
  };
  let fullest = 0;
  const tile = (name: string, choose: () => Tile) => ({
    name: `tile ${name}`,
    make: (): Sample => {
      const chosen = choose();
      const run = async () => {
        const text = await readTile(db, chosen, now);
        return () => {
          fullest = Math.max(fullest, StationTile.parse(JSON.parse(text)).stations.length);
        };
      };
      return { name: `tile ${name}`, run };
    },
  });
  const search = (name: string, choose: () => string) => ({
    name: `search ${name}`,
    make: (): Sample => {
      const [q, near] = [choose(), fleet.position()];
      return { name: `search ${name}`, run: () => searchStations(db, q, near, new Date()) };
    },
  });
  const zoomBetween = (from: number, to: number) =>
    from + Math.floor(fleet.random() * (to - from + 1));
  const kinds = [
    {
      name: 'bare select',
      make: (): Sample => {
        const id = any(ids);
        const run = () =>
          db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirst();
        return { name: 'bare select', run };
      },
    },
    tile('world, z 0-3', () => cityTile(zoomBetween(0, 3))),
    tile('country, z 4-8', () => cityTile(zoomBetween(4, 8))),
    tile('city, z 9-13', () => cityTile(zoomBetween(9, 13))),
    tile('quarter, z 14-16', () => cityTile(zoomBetween(14, 16))),
    tile('street, z 17-20', () => cityTile(zoomBetween(17, 20))),
    tile('empty, z 10', () => tileOf(-60 - fleet.random() * 20, fleet.random() * 360 - 180, 10)),
    search('common word', () => fleet.commonWord()),
    search('common words', () => `${fleet.commonWord()} ${fleet.commonWord()}`),
    search('rare word', () => fleet.word(0.5 + fleet.random() / 2)),
    search('prefix', () => fleet.word(fleet.random()).slice(0, zoomBetween(1, 4))),
    search('typo', () => mistype(fleet.word(fleet.random() ** 3), fleet.random())),
    search('Chinese', () => any(['咖啡', '中央', '星', '书店', '山水'])),
    search('start of an id', () => any(ids).slice(0, 4)),
    search('no match', () => `${fleet.word(fleet.random())}xqzzkw`),
    {
      name: 'nearest 20',
      make: (): Sample => {
        const point = fleet.position();
        return { name: 'nearest 20', run: () => nearestStations(db, point, 20, new Date()) };
      },
    },
  ];

  // Run the different queries in turn, so that other load on the machine affects all of them.
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  for (let round = -20; round < repeats; round++) {
    for (const { make } of kinds) {
      const { name, run } = make();
      const started = performance.now();
      const answer = await run();
      const took = performance.now() - started;
      if (typeof answer === 'function') answer();
      // Ignore the first rounds, which fill the caches.
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  report(times);
  console.log(`\nstations in the fullest tile: ${fullest}`);
  await reportDemo(db);
}

function mistype(word: string, dice: number): string {
  const at = 1 + Math.floor(dice * (word.length - 2));
  return `${word.slice(0, at)}${word.slice(at + 1)}`;
}

async function sampleIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stations order by md5(id) limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

function report(times: ReadonlyMap<string, number[]>): void {
  const bare = summary(times.get('bare select') ?? []);
  const together = (prefix: string) =>
    [...times].flatMap(([name, own]) => (name.startsWith(prefix) ? own : []));
  const rows = [
    ...times,
    ['all tiles', together('tile ')] as const,
    ['all searches', together('search ')] as const,
  ];
  console.log(`${'milliseconds'.padEnd(26)}     p50     p99   × bare p50  × bare p99`);
  for (const [name, own] of rows) {
    const { p50, p99 } = summary(own);
    const ratios = [p50 / bare.p50, p99 / bare.p99].map((ratio) => ratio.toFixed(1).padStart(10));
    console.log(
      `${name.padEnd(26)}${p50.toFixed(3).padStart(8)}${p99.toFixed(3).padStart(8)}  ${ratios.join('  ')}`,
    );
  }
  for (const [name, most] of [
    ['all tiles', budgets.tile],
    ['all searches', budgets.search],
  ] as const) {
    const own = summary(together(name === 'all tiles' ? 'tile ' : 'search '));
    const fits = own.p50 <= most * bare.p50 && own.p99 <= most * bare.p99;
    console.log(`${name}: ${fits ? 'within' : 'OVER'} ${most} times the bare select`);
  }
}

function summary(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Measures the compressed size of the tiles that contain the demo's stations. */
async function reportDemo(db: Db): Promise<void> {
  const tiles = new Map(
    demoStations.map(({ lat, lng }) => {
      const tile = tileOf(lat, lng, nearbyZoom);
      return [`${tile.z}/${tile.x}/${tile.y}`, tile] as const;
    }),
  );
  for (const [name, tile] of tiles) {
    const text = await readTile(db, tile, new Date());
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const bytes = brotliCompressSync(text, { params }).length;
    const { stations } = StationTile.parse(JSON.parse(text));
    const verdict = bytes <= budgets.demoTileBytes ? 'within' : 'OVER';
    console.log(
      `demo tile ${name}: ${stations.length} stations, ${bytes} bytes by brotli, ${verdict} ${budgets.demoTileBytes}`,
    );
  }
}
