import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MyStations } from '../../../contract/favourites.ts';
import {
  OpsStationList,
  StationChanged,
  StationsImported,
  type ImportEntry,
} from '../../../contract/operators/stations.ts';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Reservation, Reservations } from '../../../contract/reservations.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { Station, StationSearchResult, StationTile } from '../../../contract/stations.ts';
import { registerJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation, testTariff } from '../../testing/stations.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';
import { refreshCells } from '../stations/stationCells.ts';

const why = 'work on the street';
const [one, two] = ['PCJZK9H', 'SDXGB7K'];

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  let rider: Rider;
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerJobs(app.deps);
    operators = new Operators(app);
    rider = await signUp(app);
  });
  afterAll(() => app.close());

  const change = async (id: string, verb: 'pause' | 'resume' | 'retire') =>
    StationChanged.parse((await operators.call(`stations/${id}/${verb}`, { why })).body).station;
  const getStation = (id: string) => app.call(fillPath(paths.station, { id }));
  const found = async (q: string) => {
    const answer = await app.call(`${paths.stationSearch}?q=${q}`);
    return StationSearchResult.parse(answer.body).stations.map(({ id }) => id);
  };
  const tile = async ({ lat, lng }: { lat: number; lng: number }, z: number) => {
    // The server caches the tile of the previous call for some seconds.
    app.deps.clock.advance(20);
    const { x, y } = tileOf(lat, lng, z);
    const path = fillPath(paths.stationTile, { z, x, y });
    return StationTile.parse((await app.call(path)).body);
  };
  const countPayments = async () =>
    (await app.deps.db.selectFrom('payments').select('id').execute()).length;
  const feed = async (name: string) => {
    app.deps.clock.advance(60);
    const { body } = await app.call(`/gbfs/${name}.json`);
    return JSON.stringify(body);
  };

  test('a paused station lends no chargers, but takes returns', async () => {
    const renting = await Renting.at(app);
    const { stationId } = renting.cabinet;
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();

    expect(await change(stationId, 'pause')).toMatchObject({ state: 'paused', chargers: 2 });
    const shown = Station.parse((await getStation(stationId)).body);
    expect(shown).toMatchObject({ paused: true, chargers: 0, freeSlots: 2, online: true });
    const place = { lat: shown.lat, lng: shown.lng };
    const onMap = (await tile(place, 16)).stations.find((station) => station.id === stationId);
    expect(onMap).toMatchObject({ paused: true, chargers: 0, freeSlots: 2 });
    const status = await feed('station_status');
    expect(status).toMatch(
      new RegExp(
        `"station_id":"${stationId}","num_vehicles_available":0.*"is_renting":false,"is_returning":true`,
      ),
    );

    const other = await signUp(app);
    const otherCard = await renting.addCard(other);
    const holds = await countPayments();
    const refused = await renting.start(other, otherCard);
    expect(refused).toMatchObject({ status: 409, body: { code: 'stationPaused' } });
    await renting.bringBack(slot ?? 0);
    const path = fillPath(paths.order, { id });
    const order = Order.parse((await app.call(path, { session: rider.sessionId })).body);
    expect(order.status).toBe('complete');
    // The server placed no hold for the refused rental.
    expect(await countPayments()).toBe(holds);

    expect((await change(stationId, 'resume')).state).toBe('live');
    expect(Station.parse((await getStation(stationId)).body)).toMatchObject({ chargers: 3 });
    expect('paused' in Station.parse((await getStation(stationId)).body)).toBe(false);
    expect((await renting.start(other, otherCard)).status).toBe(202);
    expect(await operators.actions(stationId)).toMatchObject([
      {
        action: 'station.pause',
        who: 'root',
        why,
        before: { state: 'live' },
        after: { state: 'paused' },
      },
      { action: 'station.resume', before: { state: 'paused' }, after: { state: 'live' } },
    ]);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('a pause of a station ends the reservations of its chargers, and its retirement ends the reservations of its slots', async () => {
    const renting = await Renting.at(app);
    const { stationId } = renting.cabinet;
    const [waiting, riding] = [await signUp(app), await signUp(app)];
    const reserve = async ({ sessionId: session }: Rider, kind: 'charger' | 'slot') => {
      const options = { method: 'POST', session, key: randomUUID(), body: { kind, stationId } };
      return app.call(paths.reservations, options);
    };
    const current = async ({ sessionId: session }: Rider) =>
      Reservations.parse((await app.call(paths.reservations, { session })).body);
    await renting.start(riding, await renting.addCard(riding));
    await renting.settle();
    Reservation.parse((await reserve(waiting, 'charger')).body);
    Reservation.parse((await reserve(riding, 'slot')).body);

    await change(stationId, 'pause');
    expect((await current(waiting)).charger).toBeNull();
    expect((await current(riding)).slot).not.toBeNull();
    expect((await reserve(waiting, 'charger')).body).toMatchObject({ code: 'stationPaused' });
    await change(stationId, 'retire');
    expect((await current(riding)).slot).toBeNull();
    expect((await reserve(waiting, 'charger')).body).toMatchObject({ code: 'stationNotFound' });
    // The riders could not use the reservations, so the server deletes them and does not count them
    // as unused.
    const unused = await app.deps.db
      .selectFrom('reservations')
      .select('id')
      .where('station_id', '=', stationId)
      .execute();
    expect(unused).toEqual([]);
  });

  test('riders no longer see a retired station, but can still return a charger there', async () => {
    const place = { lat: -33.86, lng: 151.2 };
    const renting = await Renting.at(app);
    const { stationId } = renting.cabinet;
    await app.deps.db.updateTable('stations').set(place).where('id', '=', stationId).execute();
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    const { sessionId: session } = rider;
    await app.call(fillPath(paths.favourite, { stationId }), { method: 'PUT', session });
    expect((await tile(place, 16)).stations).toHaveLength(1);
    expect(await found(stationId)).toEqual([stationId]);

    expect((await change(stationId, 'retire')).state).toBe('retired');
    expect((await getStation(stationId)).body).toMatchObject({ code: 'stationNotFound' });
    expect((await tile(place, 16)).stations).toEqual([]);
    expect(await found(stationId)).toEqual([]);
    expect(await feed('station_information')).not.toContain(stationId);
    expect(await feed('station_status')).not.toContain(stationId);
    const mine = await app.call(paths.myStations, { session });
    expect(MyStations.parse(mine.body).favourites).toEqual([]);
    const other = await signUp(app);
    expect(await renting.start(other, await renting.addCard(other))).toMatchObject({
      status: 404,
      body: { code: 'stationNotFound' },
    });

    await renting.bringBack(slot ?? 0);
    const path = fillPath(paths.order, { id });
    expect(Order.parse((await app.call(path, { session })).body).status).toBe('complete');
    for (const verb of ['pause', 'resume']) {
      expect(refusalOf(await operators.call(`stations/${stationId}/${verb}`, { why }))).toEqual({
        status: 409,
        code: 'stationRetired',
      });
    }
    const again = await operators.call(`stations/${stationId}/retire`, { why });
    expect(again.status).toBe(200);
  });

  test('the search no longer finds a retired station, and no longer counts its words', async () => {
    const id = await addStation(app.deps.db, { name: 'Zweigstelle', lat: 1, lng: 1 });
    const namesake = await addStation(app.deps.db, { name: 'Zweigstelle', lat: 1, lng: 1 });
    await change(id, 'retire');
    expect(await found('zweigstelle')).toEqual([namesake]);
    const words = await app.deps.db
      .selectFrom('station_words')
      .select('stations')
      .where('word', '=', 'zweigstelle')
      .execute();
    expect(words).toEqual([{ stations: 1 }]);
  });

  test('crowded tiles count no retired stations, and no chargers of paused ones @slow', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 202; i++) {
      const at = { lat: 60.1 + (i % 14) * 0.002, lng: 10.1 + Math.floor(i / 14) * 0.002 };
      ids.push(await addStation(app.deps.db, { ...at, chargers: 2, free_slots: 1 }));
    }
    await refreshCells(app.deps.db, app.deps.clock.now());
    await change(ids[0] ?? '', 'retire');
    await change(ids[1] ?? '', 'pause');
    await refreshCells(app.deps.db, app.deps.clock.now());
    for (const z of [8, 10]) {
      const { clusters } = await tile({ lat: 60.11, lng: 10.11 }, z);
      const sum = (of: 'stations' | 'chargers' | 'freeSlots') =>
        clusters.reduce((total, cluster) => total + cluster[of], 0);
      expect([sum('stations'), sum('chargers'), sum('freeSlots')]).toEqual([201, 400, 201]);
    }
  });

  test('operators list the stations by state, page by page', async () => {
    const id = await addStation(app.deps.db);
    await change(id, 'pause');
    const page = async (query: string) =>
      OpsStationList.parse((await operators.call(`stations?${query}`)).body);
    const paused = await page('state=paused&limit=500');
    expect(paused.stations.find((station) => station.id === id)).toMatchObject({
      state: 'paused',
      tariff: testTariff.id,
      hasSecret: true,
      lastSeenAt: null,
    });
    const first = await page('limit=2');
    const second = await page(`limit=2&after=${first.nextAfter}`);
    const seen = [...first.stations, ...second.stations].map((station) => station.id);
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(seen.toSorted());
    expect(refusalOf(await operators.call('stations/2222223'))).toEqual({
      status: 404,
      code: 'stationNotFound',
    });
  });

  const entry = (change: Partial<ImportEntry['draft']> = {}, at = 2): ImportEntry => ({
    unit: 'line',
    at,
    draft: {
      id: one,
      name: 'Harbor Books',
      lat: 41.88,
      lng: -87.63,
      timeZone: 'America/Chicago',
      slots: 8,
      tariff: testTariff.id,
      ...change,
    },
  });
  const importing = (entries: ImportEntry[], more: object = {}, key: string = randomUUID()) =>
    operators.call('stations/import', { entries, why, ...more }, serverKey, key);

  test('an import adds and changes stations, once for each key', async () => {
    const dry = await importing([entry()], { dryRun: true });
    expect(dry.body).toMatchObject({ inserted: 1, updated: 0, repeated: false });
    expect((await getStation(one)).status).toBe(404);

    const key = randomUUID();
    const entries = [entry(), entry({ id: null, name: 'Far Café' }, 3)];
    const added = StationsImported.parse((await importing(entries, {}, key)).body);
    expect(added).toMatchObject({ inserted: 2, repeated: false });
    const [{ at, id: made } = { at: 0, id: '' }] = added.ids;
    expect(at).toBe(3);
    expect(Station.parse((await getStation(made)).body).name).toBe('Far Café');
    expect((await importing(entries, {}, key)).body).toEqual({ ...added, repeated: true });
    expect(refusalOf(await importing([entry({ name: 'Other' })], {}, key)).code).toBe('keyReused');

    const changed = await importing([entry({ name: 'Harbor & Books' })]);
    expect(changed.body).toMatchObject({ inserted: 0, updated: 1 });
    const record = (await operators.actions('1 stations')).at(-1);
    expect(record).toMatchObject({
      action: 'station.import',
      before: { changed: { [one]: { name: 'Harbor Books' } } },
      after: { changed: { [one]: { name: 'Harbor & Books' } }, added: [] },
    });
    expect(await operators.actions('2 stations')).toMatchObject([
      { after: { added: [one, made] }, details: { ids: added.ids } },
    ]);
  });

  test('the server checks each value of an import again, and lists all errors', async () => {
    const answer = await importing([
      entry({ id: 'PCJZK9J' }),
      entry({ id: two, lat: 91, photo: 'http://photos.example/1' }, 3),
      entry({ id: two, tariff: 'none', timeZone: 'Mars/Olympus' }, 4),
    ]);
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'importRefused' });
    const { detail = '' } = OpsProblem.parse(answer.body);
    expect(detail).toContain('There are');
    for (const text of [
      'line 2: the check character of id "PCJZK9J" is wrong',
      'line 3: position 91, -87.63 is not on earth',
      'line 3: photo "http://photos.example/1" is not an address',
      'line 4: time zone "Mars/Olympus" is unknown',
      `line 4: id ${two} is in line 3 already`,
    ]) {
      expect(detail).toContain(text);
    }
    expect((await getStation(two)).status).toBe(404);
  });

  test('an import does not change the tariff of a station in use, or a retired station', async () => {
    const used = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
    const retired = await addStation(app.deps.db);
    await change(retired, 'retire');
    await app.deps.db
      .insertInto('tariffs')
      .values({ id: 'other', terms: JSON.stringify({ ...testTariff, id: 'other' }) })
      .execute();
    const answer = await importing([
      entry({ id: used, tariff: 'other' }),
      entry({ id: retired }, 3),
    ]);
    const { detail = '' } = OpsProblem.parse(answer.body);
    expect(detail).toBe(
      'There are 2 errors in 2 rows. Nothing was imported.\n' +
        `  line 2: station ${used} is in use with the tariff test: change it with tariffs assign\n` +
        `  line 3: station ${retired} is retired`,
    );
  });
});
