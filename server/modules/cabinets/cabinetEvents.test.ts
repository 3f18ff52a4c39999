import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, preferredEngine } from '../../testing/database.ts';
import { addStation } from '../../testing/stations.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { cabinetEventsAround } from './cabinetEvents.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase(preferredEngine);
});
afterAll(() => database.close());

test('for a busy cabinet, the server returns only the first or the last events of a period, in their order', async () => {
  const stationId = await addStation(database.db);
  const from = new Date('2026-11-01T00:00:00Z');
  const events = Array.from({ length: 620 }, (_, minute) => ({
    station_id: stationId,
    boot_id: 'boot',
    seq: minute,
    type: 'slotFault',
    charger: null,
    slot: 1,
    received_at: addMs(from, minute * 60_000),
  }));
  await database.db.insertInto('cabinet_events').values(events).execute();
  const until = addMs(from, 600 * 60_000);
  const numbers = async (keep: 'first' | 'last') => {
    const place = { charger: null, stationId, from, until, keep };
    return (await cabinetEventsAround(database.db, place)).map(({ seq }) => seq);
  };
  const from500 = (first: number) => Array.from({ length: 500 }, (_, index) => first + index);
  expect(await numbers('last')).toEqual(from500(101));
  expect(await numbers('first')).toEqual(from500(0));
});
