import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { StationTile } from '../../../contract/stations.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, postgresRuns } from '../../testing/database.ts';
import { countTouchedPages } from '../../testing/countTouchedPages.ts';
import { addStation, testTariff } from '../../testing/stations.ts';
import { nearestStations } from './nearestStations.ts';
import { searchStations } from './search/searchStations.ts';
import { refreshCells } from './stationCells.ts';
import { readTile } from './stationTiles.ts';

/**
 * Station queries must cost nearly the same with a million stations as with ten thousand stations. The tests count
 * database pages, because times depend on the machine.
 */
const sizes = { few: { cities: 20, each: 500 }, many: { cities: 200, each: 5_000 } };
/**
 * The costs with many stations may be at most this factor times the costs with few stations. With a
 * hundred times as many entries, the indexes have one or two more levels, and the cities are ten
 * times as dense.
 */
const mostGrowth = 3;
/**
 * The number of pages that the answer needs: two hundred stations, each on a separate page, and the pages of
 * the indexes.
 */
const answerPages = 800;
/** The maximum number of read pages, out of two hundred thousand pages in total. */
const mostPages = 5_000;

/**
 * The time and the position of the requests. The position is in the first city. All cities are similar, and
 * are in the half of the world with most of the land.
 */
const now = new Date('2026-11-02T18:00:00Z');
const city = { lat: 48.85, lng: 2.35 };

const cases: { name: string; run: (db: Db) => Promise<unknown> }[] = [
  ...[0, 1, 2, 3, 5, 8, 10, 12, 14, 15, 16, 18, 20].map((zoom) => ({
    name: `the tile of zoom ${zoom}`,
    run: (db: Db) => readTile(db, tileOf(city.lat, city.lng, zoom), new Date()),
  })),
  {
    name: 'an empty tile',
    run: (db) => readTile(db, tileOf(-60, -120, 6), new Date()),
  },
  ...[
    ['a common word', 'hotel'],
    ['two common words', 'hotel street'],
    ['a word that all have', 'street'],
    ['a rare word', 'wbcde'],
    ['a rare word and a common one', 'wbcde street'],
    ['a letter', 's'],
    ['the beginning of a word', 'hot'],
    ['a typo', 'hottel'],
    ['a number', '77'],
    ['the beginning of an id', 'ZZABC'],
    ['what nobody has', 'xqzzkwv'],
  ].map(([name = '', q = '']) => ({
    name: `the search by ${name}`,
    run: (db: Db) => searchStations(db, q, city, now),
  })),
  {
    name: 'the search by a common word from far away',
    run: (db) => searchStations(db, 'hotel', { lat: -60, lng: -120 }, now),
  },
  { name: 'the nearest in a city', run: (db) => nearestStations(db, city, 20, new Date()) },
  {
    name: 'the nearest in the country',
    run: (db) => nearestStations(db, { lat: city.lat + 1, lng: city.lng + 1 }, 20, new Date()),
  },
  {
    name: 'the nearest from far away',
    run: (db) => nearestStations(db, { lat: -60, lng: -120 }, 20, new Date()),
  },
];

describe.skipIf(!postgresRuns)('on PostgreSQL with a million stations', () => {
  const databases: Partial<Record<keyof typeof sizes, OpenDatabase>> = {};
  const dbOf = (size: keyof typeof sizes): Db => {
    const opened = databases[size];
    if (!opened) throw new Error('the database is not ready');
    return opened.db;
  };
  beforeAll(async () => {
    databases.few = await filled(sizes.few);
    databases.many = await filled(sizes.many);
  }, 240_000);
  afterAll(async () => {
    await databases.few?.close();
    await databases.many?.close();
  });

  test('the clusters of the world contain all stations', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from stations`.execute(
      dbOf('many'),
    );
    expect(rows).toEqual([{ count: 1_000_000 }]);
    const text = await readTile(dbOf('many'), { z: 0, x: 0, y: 0 }, new Date());
    const { clusters } = StationTile.parse(JSON.parse(text));
    expect(clusters.reduce((sum, { stations }) => sum + stations, 0)).toBe(1_000_000);
    expect(await searchStations(dbOf('many'), 'hotel street', city, now)).toHaveLength(20);
  });

  test.each(cases)(
    '$name reads hardly more pages with many stations than with few stations',
    async ({ run }) => {
      const few = await countTouchedPages(dbOf('few'), run);
      const many = await countTouchedPages(dbOf('many'), run);
      expect(many).toBeLessThanOrEqual(
        Math.min(mostPages, Math.max(few * mostGrowth, answerPages)),
      );
    },
  );
});

async function filled({ cities, each }: { cities: number; each: number }): Promise<OpenDatabase> {
  const opened = await createTestDatabase('postgres');
  // This call also inserts the tariff.
  await addStation(opened.db, { lat: -80, lng: 0 });
  await opened.db.connection().execute((db) => fill(db, cities, each));
  return opened;
}

/**
 * Inserts the same rows as `saveStations`, but faster: with SQL within the database, and with the indexes at the end.
 * Uses `truncate`, because after `delete` the index would still contain the old rows for some time.
 */
async function fill(db: Db, cities: number, each: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    set session_replication_role = replica;
    set maintenance_work_mem = '256MB';
    truncate stations, station_terms, station_words, station_cell_changes cascade;
    drop index stations_place;
    drop index station_words_trigrams;
    alter table station_terms drop constraint station_terms_pkey;
    alter table station_terms set unlogged`);
  const words = {
    kind: `(array['hotel','cafe','books','gym','bank','bar','kiosk','clinic'])[1 + n % 8]`,
    rare: `'w' || translate((n * 7919 % 9973)::text, '0123456789', 'abcdefghij')`,
    number: `(1 + n % 400)::text`,
    street: `'s' || translate((n * 104729 % 2003)::text, '0123456789', 'klmnopqrst')`,
    all: `'street'`,
  };
  // The stations form a spiral that opens outwards. Half of the stations are in the inner sixth.
  await run(`
    insert into stations (id, name, address, lat, lng, hours, time_zone, tariff_id, own_tariff_id, secret_hash,
      online, chargers, free_slots, slots, changed_at)
    select upper(lpad(to_hex(n), 7, 'Z')), initcap(${words.kind} || ' ' || ${words.rare}),
      ${words.number} || ' ' || initcap(${words.street}) || ' Street',
      ${city.lat} - (c * 37 % 97) + 0.3 * (i / ${each}.0) ^ 2.5 * sin(i),
      -180 + (c * 131 % 360 + 182.35) % 360 + 0.3 * (i / ${each}.0) ^ 2.5 * cos(i),
      '["08:00-22:00",null,null,null,null,null,null]', 'Etc/UTC', '${testTariff.id}', '${testTariff.id}', 'none',
      true, 3, 5, 8, to_timestamp(0)
    from (select c, i, c::bigint * ${each} + i as n from generate_series(0, ${cities - 1}) as c,
      generate_series(0, ${each - 1}) as i) as numbered;
    create index stations_place on stations (place, id) where state <> 'retired';
    insert into station_cell_changes select place from stations`);
  await run(`
    create temporary table given as
      select id, place, string_to_array(lower(name || ' ' || address), ' ') as words from stations;
    insert into station_words (word, stations)
      select word, count(*) from given, unnest(words) as word group by word;
    insert into station_terms
      select known.id, given.place, given.id
      from given, unnest(words) as word join station_words as known using (word);
    drop table given;
    alter table station_terms add primary key (word_id, place, station_id);
    create index station_words_trigrams on station_words using gin (word gin_trgm_ops)
      with (fastupdate = off) where word !~ '[0-9]'`);
  await refreshCells(db, new Date());
  await run(`vacuum (analyze) stations`);
  await run(`vacuum (analyze) station_cells`);
  await run(`vacuum (analyze) station_words`);
  await run(`vacuum (analyze) station_terms`);
}
