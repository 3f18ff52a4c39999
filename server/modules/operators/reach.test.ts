import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FieldSessionList } from '../../../contract/operators/chargers.ts';
import { CaseList } from '../../../contract/operators/desk.ts';
import { RestockingList } from '../../../contract/operators/restocking.ts';
import { OpsStationList } from '../../../contract/operators/stations.ts';
import { TicketList } from '../../../contract/operators/tickets.ts';
import { VenueList } from '../../../contract/operators/venues.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { caseOfKey } from '../support/caseQueries.ts';
import { openCase } from '../support/cases.ts';

const why = 'a test';

forEachEngine((engine) => {
  let app: TestApp;
  let ops: Operators;
  let key: string;
  let north: string;
  let south: string;
  let nowhere: string;
  /** The numbers of the tickets in the north and in the south. */
  const numbers: string[] = [];
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
    ops = new Operators(app);
    const { db, clock } = app.deps;
    [north, south, nowhere] = [await addStation(db), await addStation(db), await addStation(db)];
    for (const [place, station] of [
      ['north', north],
      ['south', south],
    ] as const) {
      await db.insertInto('regions').values({ id: place, name: place }).execute();
      await db
        .insertInto('venues')
        .values({
          id: `${place}-mall`,
          name: place,
          owner_name: 'An owner',
          region_id: place,
          created_at: clock.now(),
        })
        .execute();
      await db
        .updateTable('stations')
        .set({ venue_id: `${place}-mall` })
        .where('id', '=', station)
        .execute();
    }
    for (const station of [north, south]) {
      const { number } = await db
        .insertInto('tickets')
        .values({ kind: 'dark', key: station, station_id: station, opened_at: clock.now() })
        .returning('number')
        .executeTakeFirstOrThrow();
      numbers.push(number);
    }
    key = await ops.add('Finn', 'field');
  });
  afterAll(() => app.close());

  const limit = (reach: object) => ops.call('operators/Finn/reach', { ...reach, why });
  const foreign = { status: 403, code: 'regionForeign' };
  const listed = async () => {
    const { stations } = OpsStationList.parse((await ops.call('stations', undefined, key)).body);
    const { tickets } = TicketList.parse((await ops.call('tickets', undefined, key)).body);
    return {
      stations: stations.map(({ id }) => id).toSorted(),
      tickets: tickets.map(({ number }) => number).toSorted(),
    };
  };
  const everything = () => ({
    stations: [north, south, nowhere].toSorted(),
    tickets: numbers.toSorted(),
  });

  test('an operator without a limit works at all stations', async () => {
    expect(await listed()).toEqual(everything());
  });

  test.each([
    ['a region', { regions: ['north'] }],
    ['a venue', { venues: ['north-mall'] }],
  ])(
    'an operator who is limited to %s sees and changes only its stations',
    async (_name, reach) => {
      expect((await limit(reach)).status).toBe(200);
      expect(await listed()).toEqual({ stations: [north], tickets: numbers.slice(0, 1) });
      expect((await ops.call(`stations/${north}`, undefined, key)).status).toBe(200);
      for (const station of [south, nowhere]) {
        for (const path of [`stations/${station}`, `stations/${station}/commands`]) {
          expect(refusalOf(await ops.call(path, undefined, key))).toEqual(foreign);
        }
      }
      expect(refusalOf(await ops.call(`tickets?station=${south}`, undefined, key))).toEqual(
        foreign,
      );
      const eject = { type: 'ejectAll', why };
      expect(refusalOf(await ops.call('field-sessions', { station: south, why }, key))).toEqual(
        foreign,
      );
      expect(refusalOf(await ops.call(`stations/${south}/commands`, eject, key))).toEqual(foreign);
      const recall = { serials: ['PB-1'], why };
      expect(refusalOf(await ops.call('recalls', recall, key))).toEqual(foreign);
      const [own = '', other = ''] = numbers;
      expect(refusalOf(await ops.call(`tickets/${other}/take`, { why }, key))).toEqual(foreign);
      const lower = other.toLowerCase();
      expect(refusalOf(await ops.call(`tickets/${lower}/done`, { why }, key))).toEqual(foreign);
      expect((await ops.call(`tickets/${own}/take`, { why }, key)).status).toBe(200);
    },
  );

  test('cases and chargers of other regions are not found, and calls about venues of other regions are refused', async () => {
    const { db } = app.deps;
    const support = await ops.add('Sol', 'support', 'field');
    await ops.call('operators/Sol/reach', { regions: ['north'], venues: [], why });
    const cases = new Map<string | null, string>();
    for (const stationId of [north, south, null]) {
      const about = { key: randomUUID(), ...(stationId && { stationId }) };
      await transact(app.deps, (work) => openCase(work, { kind: 'report', ...about }));
      const { number } = await transact(app.deps, (work) => caseOfKey(work, `report:${about.key}`));
      cases.set(stationId, number);
    }
    const list = CaseList.parse((await ops.call('cases', undefined, support)).body);
    const own = [cases.get(north), cases.get(null)];
    expect(list.cases.map(({ number }) => number)).toEqual(own);
    const other = cases.get(south) ?? '';
    const noCase = { status: 404, code: 'caseNotFound' };
    expect(refusalOf(await ops.call(`cases/${other}`, undefined, support))).toEqual(noCase);
    for (const [verb, body] of [
      ['assign', { assignee: 'Sol' }],
      ['close', { outcome: { kind: 'none' } }],
    ] as const) {
      const path = `cases/${other.toLowerCase()}/${verb}`;
      expect(refusalOf(await ops.call(path, { ...body, why }, support))).toEqual(noCase);
    }
    expect((await ops.call(`cases/${own[0]}`, undefined, support)).status).toBe(200);

    for (const station_id of [north, south]) {
      const [serial, changed_at] = [`PB-${station_id}`, app.deps.clock.now()];
      await db.insertInto('chargers').values({ serial, state: 'docked', changed_at }).execute();
      const row = { station_id, slot: 1, charger: serial, level: 80, changed_at };
      await db
        .insertInto('slots')
        .values({ ...row, state: 'occupied', status: 'ok' })
        .execute();
    }
    const hold = (station: string) =>
      ops.call(`chargers/PB-${station}/hold-back`, { why }, support);
    expect(refusalOf(await hold(south))).toEqual({ status: 404, code: 'chargerNotFound' });
    expect((await hold(north)).status).toBe(200);

    const { venues } = VenueList.parse((await ops.call('venues', undefined, support)).body);
    expect(venues.map(({ id }) => id)).toEqual(['north-mall']);
    expect(refusalOf(await ops.call('venues/south-mall', undefined, support))).toEqual(foreign);
    expect((await ops.call('venues/north-mall', undefined, support)).status).toBe(200);
  });

  test('an administrator with a limit can import no stations, and assign no tariffs', async () => {
    const admin = await ops.add('Ada', 'administrator');
    await ops.call('operators/Ada/reach', { regions: ['north'], venues: [], why });
    const entries = [{ unit: 'line', at: 2, draft: { id: south, name: 'Mine', lat: 1, lng: 1 } }];
    const calls = [
      ['stations/import', { entries, dryRun: true, why }],
      ['stations/import', { entries, dryRun: false, why }],
      ['tariffs/standard/assign', { stations: [south], why }],
      ['tariffs/standard/assign', { venues: ['south-mall'], why }],
      ['tariffs/standard/assign', { stations: 'all', why }],
      [`tariff-assignments/${randomUUID()}/end`, { why }],
    ] as const;
    for (const [path, body] of calls) {
      expect(refusalOf(await ops.call(path, body, admin)), path).toEqual(foreign);
    }
  });

  test('an administrator with a limit reads the list of operators, but changes no operator', async () => {
    const admin = await ops.add('Abe', 'administrator');
    await ops.call('operators/Abe/reach', { regions: ['north'], venues: [], why });
    const roles = ['administrator'];
    const account = { email: 'abe@example.com' };
    const calls = [
      ['operators', { name: 'Mallory', roles }],
      ['operators/invite', { name: 'Mallory', roles, account }],
      ['operators/Abe/reach', {}],
      ['operators/Finn/reach', {}],
      ['operators/Finn/roles', { roles }],
      ['operators/Finn/account', { account }],
      ['operators/Finn/keys', { label: 'laptop' }],
      ['operators/Finn/second-factor/reset', {}],
      ['operators/Finn/first-link', {}],
      ['operators/Finn/block', {}],
      ['operators/Finn/unblock', {}],
      [`operators/Finn/keys/${randomUUID()}/revoke`, {}],
      [`operators/Finn/sessions/${randomUUID()}/end`, {}],
    ] as const;
    for (const [path, body] of calls) {
      expect(refusalOf(await ops.call(path, { ...body, why }, admin)), path).toEqual(foreign);
    }
    expect((await ops.call('operators', undefined, admin)).status).toBe(200);
  });

  test('the limit of an operator can be removed, and the record shows the former limit', async () => {
    await limit({ regions: ['south'] });
    await limit({});
    expect(await listed()).toEqual(everything());
    expect((await ops.actions('Finn')).at(-1)).toMatchObject({
      action: 'operator.reach',
      before: { reach: { regions: ['south'], venues: [] } },
    });
  });

  test('unknown regions and venues are refused', async () => {
    expect(refusalOf(await limit({ regions: ['west'] })).code).toBe('regionNotFound');
    expect(refusalOf(await limit({ venues: ['west-mall'] })).code).toBe('venueNotFound');
  });

  test('an operator of a region changes only its venues, and sees only its field sessions and its restocking list', async () => {
    await limit({ regions: ['north'], venues: [] });
    const refused = async (path: string, body: object) =>
      refusalOf(await ops.call(path, { ...body, why }, key));
    const venue = { id: 'cafe', name: 'Café', ownerName: 'An owner' };
    expect(await refused('venues', { ...venue, region: 'south' })).toEqual(foreign);
    expect(await refused('venues/south-mall/pause', {})).toEqual(foreign);
    expect(await refused('regions/north/change', { version: 1, name: 'Mine' })).toEqual(foreign);
    const move = { version: 1, region: 'south' };
    expect(await refused('venues/north-mall/change', move)).toEqual(foreign);
    expect(await refused('venues/north-mall/stations', { stations: [south] })).toEqual(foreign);
    const created = await ops.call('venues', { ...venue, region: 'north', why }, key);
    expect(created.status).toBe(201);
    const moved = await ops.call('venues/cafe/stations', { stations: [north], why }, key);
    expect(moved.status).toBe(200);
    for (const station of [north, south]) {
      await ops.call('field-sessions', { station, why });
      const slots = { slots: 8, chargers: 0, free_slots: 8 };
      await app.deps.db.updateTable('stations').set(slots).where('id', '=', station).execute();
    }
    const sessions = FieldSessionList.parse(
      (await ops.call('field-sessions', undefined, key)).body,
    ).sessions.map((session) => session.station);
    expect(sessions).toEqual([north]);
    const needs = RestockingList.parse((await ops.call('restocking', undefined, key)).body);
    expect(needs.stations.map(({ station }) => station)).toEqual([north]);
  });

  test('an operator of a region reads and sets only the shares of venues of the region', async () => {
    const finance = await ops.add('Fiona', 'finance');
    await ops.call('operators/Fiona/reach', { regions: ['north'], venues: [], why });
    const foreign = { status: 403, code: 'regionForeign' };
    const terms = { share: 10_000, why };
    expect(refusalOf(await ops.call('venues/south-mall/terms', terms, finance))).toEqual(foreign);
    expect(refusalOf(await ops.call('venues/south-mall/terms', undefined, finance))).toEqual(
      foreign,
    );
    const disguised = 'venues/south-mall/terms?id=north-mall';
    expect(refusalOf(await ops.call(disguised, terms, finance))).toEqual(foreign);
    expect(refusalOf(await ops.call(disguised, undefined, finance))).toEqual(foreign);
    expect(refusalOf(await ops.call('venue-statements', undefined, finance))).toEqual(foreign);
    // The server refuses an act on all venues, even if its query contains an allowed venue.
    for (const query of ['', '?venue=north-mall', '?id=north-mall']) {
      const path = `venue-statements/close${query}`;
      const all = await ops.call(path, { month: '2026-01', why }, finance);
      expect(refusalOf(all)).toEqual(foreign);
    }
    const own = 'venue-statements?venue=north-mall';
    expect((await ops.call(own, undefined, finance)).status).toBe(200);
    expect((await ops.call('venues/north-mall/terms', undefined, finance)).status).toBe(200);
  });
});
