import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StationTile } from '../../../contract/stations.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { inTransaction } from '../../db/database.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { addStation, stationRecord, testTariff } from '../../testing/stations.ts';
import { saveStations } from './saveStations.ts';
import { searchStations } from './search/searchStations.ts';
import { readTile } from './stationTiles.ts';

const chicago = { lat: 41.88, lng: -87.63 };
const now = new Date('2026-11-21T12:00:00Z');

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    // This call also inserts the tariff.
    await addStation(database.db, { id: '2222222', name: 'Elsewhere', lat: -40, lng: 100 });
  });
  afterEach(() => database.close());

  const save = (...records: ReturnType<typeof stationRecord>[]) =>
    inTransaction(database.db, (trx) => saveStations(trx, records, now));
  const names = async (q: string) =>
    (await searchStations(database.db, q, chicago, new Date())).map(({ name }) => name);

  test('saveStations inserts, changes and skips stations, and returns the number of each @slow', async () => {
    const [one, two] = [stationRecord({ name: 'One' }), stationRecord({ name: 'Two' })];
    expect(await save(one, two)).toEqual({ inserted: 2, updated: 0, unchanged: 0 });
    expect(await save(one, two)).toEqual({ inserted: 0, updated: 0, unchanged: 2 });
    expect(await save(one, { ...two, floor: 'B1' }, stationRecord())).toEqual({
      inserted: 1,
      updated: 1,
      unchanged: 1,
    });
    const rows = await database.db.selectFrom('stations').select(['id', 'floor']).execute();
    expect(rows.find(({ id }) => id === two.id)?.floor).toBe('B1');
  });

  test('an unchanged station is not locked, so that its cabinet can still write', async () => {
    const [one, two] = [stationRecord({ name: 'One' }), stationRecord({ name: 'Two' })];
    await save(one, two);
    const locked = await inTransaction(database.db, async (trx) => {
      expect(await saveStations(trx, [one, { ...two, name: 'Three' }], now)).toMatchObject({
        unchanged: 1,
      });
      const { rows } = await sql<{ id: string }>`select id from stations
        where id = ${one.id} and xmax = pg_current_xact_id()::xid`.execute(trx);
      return rows;
    });
    expect(locked).toEqual([]);
  });

  test('every field is stored', async () => {
    const record = stationRecord({
      name: 'Café "Zum \\ Löwen"',
      address: "O'Hare\t1",
      hours: [null, ...Array.from({ length: 6 }, () => '18:00-02:00')],
      timeZone: 'Asia/Tokyo',
      floor: '２階',
      hint: 'behind {"the": "bar"}',
      photo: 'https://pictures.example/1.jpg',
      layout: '6x2',
      slots: 12,
      source: 'velo/12',
    });
    await save(record);
    const tile = tileOf(record.lat, record.lng, 14);
    const { stations } = StationTile.parse(JSON.parse(await readTile(database.db, tile, now)));
    const { photo, layout, tariffId, venueId, secretHash, source, ...summary } = record;
    expect(stations).toEqual([{ ...summary, chargers: 0, freeSlots: 0, online: false }]);
    const row = await database.db
      .selectFrom('stations')
      .select(['photo', 'layout', 'tariff_id', 'venue_id', 'secret_hash', 'source', 'changed_at'])
      .where('id', '=', record.id)
      .executeTakeFirst();
    expect(row).toEqual({
      photo,
      layout,
      tariff_id: tariffId,
      venue_id: venueId,
      secret_hash: secretHash,
      source,
      changed_at: now,
    });
    expect(tariffId).toBe(testTariff.id);
  });

  test('if several records have the same id, the last record counts', async () => {
    const record = stationRecord({ name: 'First' });
    expect(await save(record, { ...record, name: 'Last' })).toMatchObject({ inserted: 1 });
    expect(await names('last')).toEqual(['Last']);
    expect(await names('first')).toEqual([]);
  });

  test('concurrent inserts count the words of the stations once', async () => {
    const record = stationRecord({ name: 'Lighthouse' });
    const saved = await Promise.all(Array.from({ length: 8 }, () => save(record)));
    expect(saved.filter(({ inserted }) => inserted === 1)).toHaveLength(1);
    const word = await database.db
      .selectFrom('station_words')
      .select('stations')
      .where('word', '=', 'lighthouse')
      .executeTakeFirst();
    expect(Number(word?.stations)).toBe(1);
  });

  test('the search follows a new name, address and position', async () => {
    const record = stationRecord({ ...chicago, name: 'Old Mill', address: '1 River Road' });
    await save(record);
    await save({ ...record, name: 'New Mill', address: '1 Hill Road', lat: 10, lng: 10 });
    expect(await names('old')).toEqual([]);
    expect(await names('river')).toEqual([]);
    expect(await names('new mill hill')).toEqual(['New Mill']);
    const { rows } = await sql<{ positions: number; stale: number }>`
      select count(distinct terms.place) as positions,
        count(*) filter (where terms.place <> stations.place) as stale
      from station_terms as terms join stations on stations.id = terms.station_id
      where stations.id = ${record.id}`.execute(database.db);
    expect(rows).toEqual([{ positions: 1, stale: 0 }]);
  });

  test('the data from the cabinet does not change', async () => {
    const record = stationRecord({ slots: 8, secretHash: 'known' });
    await save(record);
    await database.db
      .updateTable('stations')
      .set({ online: true, chargers: 3, slots: 10, inventory_at: now })
      .where('id', '=', record.id)
      .execute();
    expect(await save({ ...record, secretHash: null })).toMatchObject({ unchanged: 1 });
    await save({ ...record, name: 'Renamed', slots: 4, secretHash: null });
    const row = await database.db
      .selectFrom('stations')
      .select(['name', 'online', 'chargers', 'slots', 'secret_hash'])
      .where('id', '=', record.id)
      .executeTakeFirst();
    expect(row).toEqual({
      name: 'Renamed',
      online: true,
      chargers: 3,
      slots: 10,
      secret_hash: 'known',
    });
  });

  test('more stations than fit into one batch are stored @slow', async () => {
    // Collect the ids in a set, because two of so many random ids may be equal.
    const ids = new Set<string>();
    while (ids.size < 2_500) ids.add(stationRecord().id);
    const records = [...ids].map((id, index) => stationRecord({ id, name: `Kiosk ${index}` }));
    expect(await save(...records)).toEqual({ inserted: 2_500, updated: 0, unchanged: 0 });
    expect(await save(...records)).toEqual({ inserted: 0, updated: 0, unchanged: 2_500 });
    expect(await names('kiosk 2499')).toEqual(['Kiosk 2499']);
  });
});
