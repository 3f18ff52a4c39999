import { randomInt } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tariff } from '../../contract/rules/pricing.ts';
import { makeStationId } from '../../contract/rules/stationId.ts';
import type { Db } from '../db/database.ts';
import type { Database } from '../db/schema.ts';

export const testTariff: Tariff = {
  id: 'test',
  currency: 'USD',
  unlockFee: 100,
  graceMinutes: 5,
  rate: 100,
  rateMinutes: 60,
  cap: 1000,
  capMinutes: 24 * 60,
  deposit: 2000,
  depositCaptureMinutes: 24 * 60,
  lostMinutes: 48 * 60,
  overdueFee: 1000,
  lostTotal: 3000,
  minimumLevel: 60,
};

/** A station with the test tariff, online and without slots unless said otherwise; answers its id. */
export async function addStation(
  db: Db,
  given: Partial<Insertable<Database['stations']>> = {},
): Promise<string> {
  await db
    .insertInto('tariffs')
    .values({ id: testTariff.id, terms: JSON.stringify(testTariff) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = given.id ?? makeStationId((below) => randomInt(below));
  await db
    .insertInto('stations')
    .values({
      id,
      name: 'Corner Café',
      address: '1 Test Street',
      lat: 41.88,
      lng: -87.63,
      hours: JSON.stringify(Array.from({ length: 7 }, () => '00:00-24:00')),
      time_zone: 'America/Chicago',
      floor: null,
      hint: null,
      tariff_id: testTariff.id,
      secret_hash: 'none',
      online: true,
      changed_at: new Date(0),
      ...given,
    })
    .execute();
  return id;
}
