import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tileOf, type Tile } from '../../../contract/rules/places/tiles.ts';
import { StationTile } from '../../../contract/stations.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { seededRandom } from '../../../sandbox/random.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { addStations } from '../../testing/stations.ts';
import { cellsOf, countedCells, leafLevel, refreshCells, gridZoom } from './stationCells.ts';
import { readTile } from './stationTiles.ts';

const now = new Date('2026-06-01T12:00:00Z');
const city = { lat: 41.88, lng: -87.63 };

forBothEngines((engine) => {
  let database: OpenDatabase;
  let ids: string[];
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const random = seededRandom(11);
    const somewhere = () => (random() - 0.5) * 10 ** (1 - 3 * random());
    ids = await addStations(
      database.db,
      Array.from({ length: 1_500 }, () => ({
        lat: city.lat + somewhere(),
        lng: city.lng + somewhere(),
      })),
    );
  });
  afterAll(() => database.close());

  const read = async (tile: Tile) =>
    StationTile.parse(JSON.parse(await readTile(database.db, tile, now)));

  /** Compares the stored counts with counts of the stations, at every zoom. */
  async function expectRight(): Promise<void> {
    for (let z = 0; z + gridZoom <= leafLevel; z++) {
      const tile = tileOf(city.lat, city.lng, z);
      const [stored, counted] = [
        (await sql<Record<string, number>>`${cellsOf(tile)}`.execute(database.db)).rows,
        (await sql<Record<string, number>>`${countedCells(tile, now)}`.execute(database.db)).rows,
      ];
      expect(stored).toHaveLength(counted.length);
      for (const [index, { lat_sum = 0, lng_sum = 0, ...counts }] of stored.entries()) {
        expect(counted[index]).toMatchObject(counts);
        expect(counted[index]?.['lat_sum']).toBeCloseTo(lat_sum, 6);
        expect(counted[index]?.['lng_sum']).toBeCloseTo(lng_sum, 6);
      }
    }
  }

  test('a crowded tile is counted even before the first refresh', async () => {
    const { stations, clusters } = await read(tileOf(city.lat, city.lng, 5));
    expect(stations).toEqual([]);
    expect(clusters.length).toBeGreaterThan(1);
    expect(clusters.reduce((sum, cluster) => sum + cluster.stations, 0)).toBeGreaterThan(1_000);
  });

  test('the stored counts follow every kind of change of a station', async () => {
    const { db } = database;
    expect(await refreshCells(db, now)).toBe(true);
    await expectRight();

    await sql`update stations set chargers = 3, free_slots = 5 where id < 'C'`.execute(db);
    await sql`update stations set online = false where id > 'T'`.execute(db);
    await sql`update stations set lat = lat + 0.02 where id between 'C' and 'H'`.execute(db);
    await db
      .deleteFrom('stations')
      .where('id', '=', ids[0] ?? '')
      .execute();
    await addStations(db, [{ lat: 10, lng: 10 }]);
    await refreshCells(db, now);
    await expectRight();
    const left = await sql`select from station_cell_changes`.execute(db);
    expect(left.rows).toEqual([]);
  });

  test('the counts of the cells leave out reserved chargers and slots until the reservations expire', async () => {
    const { db } = database;
    const total = async (at: Date, z = 5) => {
      const tile = StationTile.parse(
        JSON.parse(await readTile(db, tileOf(city.lat, city.lng, z), at)),
      );
      const sum = (of: 'chargers' | 'freeSlots') =>
        tile.clusters.reduce((all, cluster) => all + cluster[of], 0);
      return { chargers: sum('chargers'), freeSlots: sum('freeSlots') };
    };
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
    await sql`update stations set chargers = 4, free_slots = 4, online = true`.execute(db);
    await refreshCells(db, now);
    const all = await total(now);
    const reserved = ids.slice(1, 6);
    const expiries = sql`array[${minutes(10).toISOString()}, ${minutes(20).toISOString()}]::timestamptz[]`;
    await sql`update stations set reserved_chargers = ${expiries}, reserved_slots = ${expiries}
      where id = any(${reserved}::text[])`.execute(db);
    for (const [at, each] of [
      [0, 2],
      [10, 1],
      [20, 0],
    ] as const) {
      await refreshCells(db, minutes(at));
      const less = each * reserved.length;
      expect(await total(minutes(at))).toEqual({
        chargers: all.chargers - less,
        freeSlots: all.freeSlots - less,
      });
    }
    const lists = await sql`select from stations
      where reserved_chargers <> '{}' or reserved_slots <> '{}'`.execute(db);
    expect(lists.rows).toEqual([]);
    await expectRight();
  });

  test('an update that changes neither the position nor the counts is ignored', async () => {
    const { db } = database;
    await sql`update stations set last_seen_at = to_timestamp(0), name = 'Other'`.execute(db);
    const { rows } = await sql`select from station_cell_changes`.execute(db);
    expect(rows).toEqual([]);
  });

  test('the choice between stations and clusters always uses current data', async () => {
    const { db } = database;
    const tile = tileOf(-20, 20, 16);
    const around = { lat: -20, lng: 20 };
    const added = await addStations(
      db,
      Array.from({ length: 200 }, () => around),
    );
    expect((await read(tile)).stations).toHaveLength(200);
    await refreshCells(db, now);
    await addStations(db, [around]);
    const crowded = await read(tile);
    expect(crowded.stations).toEqual([]);
    expect(crowded.clusters.length).toBe(1);
    await db
      .deleteFrom('stations')
      .where('id', '=', added[0] ?? '')
      .execute();
    expect((await read(tile)).stations).toHaveLength(200);
  });

  test('many concurrent changes are counted correctly', async () => {
    const { db } = database;
    await sql`insert into station_cell_changes
      select 0 from generate_series(1, 60000)`.execute(db);
    await sql`update stations set free_slots = 7`.execute(db);
    await refreshCells(db, now);
    await expectRight();
  });
});
