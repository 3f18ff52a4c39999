import { randomInt } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import { demoTariff } from '../../contract/testing/demoTariff.ts';
import { makeStationId } from '../../contract/rules/places/stationId.ts';
import type { OpeningHours } from '../../contract/stations.ts';
import type { Db } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { saveStations, type StationRecord } from '../modules/stations/saveStations.ts';

export const testTariff: Tariff = { ...demoTariff, id: 'test' };

/** Adds a station with the test tariff, and returns its id. By default it is online and has no slots. */
export async function addStation(
  db: Db,
  { id, name, address, lat, lng, hours, ...columns }: GivenStation = {},
): Promise<string> {
  const record = stationRecord({
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(lat !== undefined && { lat }),
    ...(lng !== undefined && { lng }),
    ...(hours && { hours }),
  });
  await save(db, [record]);
  await db
    .updateTable('stations')
    .set({ online: true, ...columns })
    .where('id', '=', record.id)
    .execute();
  return record.id;
}

/** Sets a station online, with `now` as its last contact. On a slow machine, an earlier contact may be too long ago. */
export async function bringOnline(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('stations')
    .set({ online: true, last_seen_at: now })
    .where('id', '=', id)
    .execute();
}

/** Adds a station for each record, online and without slots. Returns their ids in the same order. */
export async function addStations(
  db: Db,
  given: readonly Partial<StationRecord>[],
): Promise<string[]> {
  const records = given.map(stationRecord);
  await save(db, records);
  const ids = records.map(({ id }) => id);
  await db
    .updateTable('stations')
    .set({ online: true })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return ids;
}

/**
 * Changes the terms of the test tariff. A trigger of the database forbids this, so the function
 * disables the trigger for a moment.
 */
export async function changeTestTariff(db: Db, terms: Partial<Tariff>): Promise<void> {
  await sql`alter table tariffs disable trigger tariffs_never_change`.execute(db);
  await db
    .updateTable('tariffs')
    .set({ terms: JSON.stringify({ ...testTariff, ...terms }) })
    .where('id', '=', testTariff.id)
    .execute();
  await sql`alter table tariffs enable trigger tariffs_never_change`.execute(db);
}

async function save(db: Db, records: StationRecord[]): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({ id: testTariff.id, terms: JSON.stringify(testTariff) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await saveStations(db, records, new Date(0));
}

const usedIds = new Set<string>();

/** Returns a new station id in each call. Random ids alone would sometimes repeat in tests with many stations. */
function freshStationId(): string {
  const id = makeStationId((below) => randomInt(below));
  if (usedIds.has(id)) return freshStationId();
  usedIds.add(id);
  return id;
}

/** An operator's record of a station, with defaults for values that the test does not need. */
export function stationRecord(given: Partial<StationRecord> = {}): StationRecord {
  return {
    id: freshStationId(),
    name: 'Corner Café',
    address: '1 Test Street',
    lat: 41.88,
    lng: -87.63,
    hours: Array.from({ length: 7 }, () => '00:00-24:00'),
    timeZone: 'America/Chicago',
    floor: null,
    hint: null,
    photo: null,
    layout: null,
    tariffId: testTariff.id,
    venueId: null,
    slots: 0,
    secretHash: 'none',
    source: null,
    ...given,
  };
}

/** The columns of the table. The opening hours are a value and not JSON text. */
type GivenStation = Omit<Partial<Insertable<Database['stations']>>, 'hours'> & {
  hours?: OpeningHours;
};
