import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import {
  Station,
  StationEvent,
  StationSearchResult,
  StationTile,
} from '../../../contract/stations.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addStation } from '../../testing/stations.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';

const chicago = { lat: 41.8781, lng: -87.6298 };
const zoom = 14;
const chicagoTile = tileOf(chicago.lat, chicago.lng, zoom);

forEachEngine((engine) => {
  let app: TestApp;
  let ids: string[];
  beforeAll(async () => {
    app = await startTestApp({ engine });
    const { db } = app.deps;
    ids = [
      await addStation(db, {
        ...chicago,
        name: 'Harbor Books',
        chargers: 3,
        free_slots: 5,
        slots: 8,
      }),
      await addStation(db, {
        lat: 41.8785,
        lng: -87.63,
        name: '100% Café',
        online: false,
        chargers: 4,
      }),
      await addStation(db, { lat: 41.9, lng: -87.7, name: 'Far Café', address: '9 River Road' }),
      await addStation(db, { lat: 51.5, lng: -0.12, name: 'London Café' }),
    ];
  });
  afterAll(() => app.close());

  const getTile = (params: { z: number; x: number; y: number }, headers = {}) =>
    app.call(fillPath(paths.stationTile, params), { headers });
  const search = async (query: Record<string, string>) => {
    const parameters = new URLSearchParams(query).toString();
    const { body } = await app.call(`${paths.stationSearch}?${parameters}`);
    return StationSearchResult.parse(body).stations;
  };
  const getStation = (id: string, headers = {}) =>
    app.call(fillPath(paths.station, { id }), { headers });

  test('a tile contains exactly its stations, is public and has an ETag', async () => {
    const answer = await getTile(chicagoTile);
    const tile = StationTile.parse(answer.body);
    expect(tile.stations.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(tile.clusters).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=15, stale-while-revalidate=60',
    );
    const etag = answer.headers.get('etag') ?? '';
    expect((await getTile(chicagoTile, { 'if-none-match': etag })).status).toBe(304);
    expect((await getTile(chicagoTile, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('an offline cabinet neither ejects nor accepts chargers', async () => {
    const { body } = await getStation(ids[1] ?? '');
    expect(Station.parse(body)).toMatchObject({ online: false, chargers: 0, freeSlots: 0 });
  });

  test('a tile outside of the map is refused', async () => {
    const outside = await getTile({ z: 2, x: 4, y: 0 });
    expect(Problem.parse(outside.body)).toMatchObject({
      code: 'invalidInput',
      fields: ['params.x'],
    });
    expect((await getTile({ z: 21, x: 0, y: 0 })).status).toBe(400);
  });

  test('a tile with more than two hundred stations returns counts', async () => {
    const { db } = app.deps;
    const tile = tileOf(0.5, 100.5, 8);
    let chargers = 0;
    for (let i = 0; i < 210; i++) {
      const online = i % 10 !== 0;
      if (online) chargers += 2;
      await addStation(db, {
        lat: 0.1 + (i % 14) * 0.08,
        lng: 99.9 + Math.floor(i / 14) * 0.08,
        online,
        chargers: 2,
      });
    }
    const { stations, clusters } = StationTile.parse((await getTile(tile)).body);
    expect(stations).toEqual([]);
    expect(clusters.length).toBeGreaterThan(4);
    expect(clusters.length).toBeLessThanOrEqual(64);
    expect(clusters.reduce((sum, cluster) => sum + cluster.stations, 0)).toBe(210);
    expect(clusters.reduce((sum, cluster) => sum + cluster.chargers, 0)).toBe(chargers);
  });

  test('a station on the border of several tiles is in only one of them', async () => {
    const id = await addStation(app.deps.db, { lat: 0, lng: 45 });
    const around = [
      { z: 3, x: 4, y: 3 },
      { z: 3, x: 5, y: 3 },
      { z: 3, x: 4, y: 4 },
      { z: 3, x: 5, y: 4 },
    ];
    const holders = [];
    for (const tile of around) {
      const { stations } = StationTile.parse((await getTile(tile)).body);
      if (stations.some((station) => station.id === id)) holders.push(tile);
    }
    expect(holders).toEqual([tileOf(0, 45, 3)]);
  });

  test('the search finds stations by the words of name and address, in any order', async () => {
    const names = async (q: string) => (await search({ q })).map(({ name }) => name);
    expect(await names('harbor')).toEqual(['Harbor Books']);
    expect(await names('river far')).toEqual(['Far Café']);
    expect(await names('100%')).toEqual(['100% Café']);
    expect(await names('_')).toEqual([]);
    expect(await names("x' or 1=1 --")).toEqual([]);
  });

  test('the search finds a station by its id in any spelling', async () => {
    const id = ids[0] ?? '';
    const written = `${id.slice(0, 3)}-${id.slice(3)}`.toLowerCase();
    expect((await search({ q: written })).map((station) => station.id)).toEqual([id]);
  });

  test('the nearest station is first', async () => {
    const near = { lat: String(chicago.lat), lng: String(chicago.lng) };
    const names = (await search({ q: 'café', ...near })).map(({ name }) => name);
    expect(names.filter((name) => name !== 'Corner Café')).toEqual([
      '100% Café',
      'Far Café',
      'London Café',
    ]);
  });

  test('the search finds at most twenty stations', async () => {
    expect(await search({ q: 'corner' })).toHaveLength(20);
  });

  test('a station has its tariff, and is found by its id in any spelling', async () => {
    const id = ids[0] ?? '';
    const answer = await getStation(`${id.slice(0, 3)} ${id.slice(3)}`.toLowerCase());
    expect(Station.parse(answer.body)).toMatchObject({ id, tariff: { unlockFee: 100 } });
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const etag = answer.headers.get('etag') ?? '';
    expect((await getStation(id, { 'if-none-match': etag })).status).toBe(304);
  });

  test.each(['2222223', '0000000', 'hello', '%27', '7'.repeat(190)])(
    'the server finds no station for an invalid id: %s',
    async (id) => {
      const answer = await app.call(`/api/stations/${id}`);
      expect(Problem.parse(answer.body).code).toBe('stationNotFound');
    },
  );

  test('changes in a tile are sent to its listeners', async () => {
    const controller = new AbortController();
    const url = app.url + fillPath(paths.stationTileEvents, { ...chicagoTile });
    const response = await fetch(url, { signal: controller.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const until = async (text: string) => {
      while (!received.includes(text)) received += (await reader?.read())?.value ?? '';
    };
    await until(': open');

    const { db, changes } = app.deps;
    await db.updateTable('stations').set({ chargers: 1 }).where('id', 'in', ids).execute();
    for (const id of [...ids].reverse()) changes.emit('station', id);
    for (const id of ids.slice(0, 2)) await until(`"id":"${id}"`);
    while (!received.endsWith('\n\n')) await until('\n\n');
    controller.abort();

    const stationsSent = [...received.matchAll(/event: station\ndata: (.*)\n\n/g)].map(
      ([, data = '']) => StationEvent.parse(JSON.parse(data)),
    );
    expect(stationsSent.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(stationsSent.find(({ id }) => id === ids[0])?.chargers).toBe(1);
  });

  test('a scan of all ids is rate-limited', async () => {
    const env = { CALL_LIMITS_FACTOR: '1' };
    const own = await startTestApp({ db: app.deps.db, clock: new StoppedClock(3600), env });
    try {
      const statuses = [];
      for (let i = 0; i < 601; i++) statuses.push((await own.call('/api/stations/2222223')).status);
      expect(statuses).toEqual([...Array(600).fill(404), 429]);
    } finally {
      await own.close();
    }
  });
});
