import { expect, test } from 'vitest';
import { parseStationId } from '../../contract/rules/places/stationId.ts';
import { StationSummary } from '../../contract/stations.ts';
import { MovableClock } from '../../server/time/clock.ts';
import { isStationSecret } from '../../server/gateway/secrets.ts';
import { stationEntry } from '../../server/outside/stationEntry.ts';
import { createTestDatabase, forEachEngine } from '../../server/testing/database.ts';
import { demoCabinets, demoScenario, demoStations, demoTimeZone } from './demo.ts';
import { enterDemo } from './enterDemo.ts';
import { drawStationPhoto } from './stationPhoto.ts';

test('the ids of the stations are the same at every first start', () => {
  expect(demoStations.slice(0, 3).map(({ id }) => id)).toEqual(['PCJZK9H', 'SDXGB7K', 'ZN9TPJV']);
  expect(demoScenario('ready')).toBe('PCJZK9H');
  expect(demoCabinets()).toEqual(demoCabinets());
});

test('the demo has forty stations at different addresses within the base map', () => {
  expect(demoStations).toHaveLength(40);
  for (const station of demoStations) {
    expect(parseStationId(station.id)).toBe(station.id);
    expect(() =>
      StationSummary.parse({
        ...station,
        chargers: 0,
        freeSlots: 0,
        slots: 8,
        online: false,
        timeZone: demoTimeZone,
      }),
    ).not.toThrow();
    expect(station.lat).toBeGreaterThan(41.874);
    expect(station.lat).toBeLessThan(41.899);
    expect(station.lng).toBeGreaterThan(-87.658);
    expect(station.lng).toBeLessThan(-87.622);
  }
  const distinct = (key: 'id' | 'name' | 'address') => new Set(demoStations.map((one) => one[key]));
  expect(distinct('id').size).toBe(40);
  expect(distinct('name').size).toBe(40);
  expect(distinct('address').size).toBe(40);
});

test('no charger is in two slots', () => {
  const serials = demoCabinets().flatMap(({ slots }) =>
    slots.flatMap((slot) => slot?.charger ?? []),
  );
  expect(new Set(serials).size).toBe(serials.length);
  expect(serials.length).toBeGreaterThan(150);
});

forEachEngine((engine) => {
  test('stations are created once, and later starts update only their secrets', async () => {
    const { db, close } = await createTestDatabase(engine);
    const clock = new MovableClock();
    await enterDemo(stationEntry(db, clock), (id) => `first-${id}`);
    await db.updateTable('stations').set({ name: 'Renamed', chargers: 3 }).execute();
    await enterDemo(stationEntry(db, clock), (id) => `second-${id}`);
    const stations = await db.selectFrom('stations').selectAll().execute();
    expect(stations).toHaveLength(40);
    for (const { id, name, chargers, slots, hours, secret_hash } of stations) {
      expect({ name, chargers, slots, days: hours.length }).toEqual({
        name: 'Renamed',
        chargers: 3,
        slots: 8,
        days: 7,
      });
      expect(isStationSecret(`second-${id}`, secret_hash)).toBe(true);
      expect(isStationSecret(`first-${id}`, secret_hash)).toBe(false);
    }
    expect(await db.selectFrom('tariffs').selectAll().execute()).toMatchObject([
      { id: 'chicago-1', terms: { unlockFee: 100, deposit: 2000, currency: 'USD' } },
    ]);
    await close();
  });
});

test('each station has a valid photo, which is the same each time', () => {
  const drawings = demoStations.map(drawStationPhoto);
  for (const drawing of drawings) {
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(drawing).toContain('prefers-color-scheme:dark');
    expect(drawing).not.toMatch(/NaN|undefined/);
    expect(drawing.match(/class="(?:full|slot)"/g)).toHaveLength(8);
  }
  expect(demoStations.map(drawStationPhoto)).toEqual(drawings);
  expect(new Set(drawings).size).toBeGreaterThan(30);
});

forEachEngine((engine) => {
  test('stations of an older demo get a photo, and existing photos are not replaced', async () => {
    const { db, close } = await createTestDatabase(engine);
    const clock = new MovableClock();
    const [first, second] = demoStations.map(({ id }) => id);
    if (!first || !second) throw new Error('no stations');
    const photoOf = async (id: string) =>
      (await db.selectFrom('stations').select('photo').where('id', '=', id).executeTakeFirst())
        ?.photo;
    await enterDemo(stationEntry(db, clock), () => 'secret');
    expect(await photoOf(first)).toBe(`/sandbox/photos/${first}.svg`);
    await db.updateTable('stations').set({ photo: null }).where('id', '=', first).execute();
    await db.updateTable('stations').set({ photo: '/mine.jpg' }).where('id', '=', second).execute();
    await enterDemo(stationEntry(db, clock), () => 'secret');
    expect(await photoOf(first)).toBe(`/sandbox/photos/${first}.svg`);
    expect(await photoOf(second)).toBe('/mine.jpg');
    await close();
  });
});
