import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsProblem } from '../../../../contract/operators/problems.ts';
import {
  OpsStation,
  OpsStationList,
  StationsImported,
} from '../../../../contract/operators/stations.ts';
import {
  RegionChanged,
  RegionList,
  VenueChanged,
  VenueList,
  type VenueShown,
} from '../../../../contract/operators/venues.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../../testing/operators/operators.ts';
import { addStation } from '../../../testing/stations.ts';
import { brokenOperatorActions } from '../../audit/operatorActions.ts';
import { stationsOfVenue, venueOfStation, venuePeriods } from '../../venues/stationVenues.ts';

const why = 'a contract with the owner';
const owner = { ownerName: 'Mall Company', statementEmail: 'owner@mall.example' };

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
    operators = new Operators(app);
    for (const id of ['north', 'south']) {
      const { body } = await operators.call('regions', { id, name: `The ${id}`, why });
      RegionChanged.parse(body);
    }
  });
  afterAll(() => app.close());

  let made = 0;
  const create = async (region = 'north'): Promise<VenueShown> => {
    const body = { id: `venue-${++made}`, name: 'City Mall', ...owner, region, why };
    return VenueChanged.parse((await operators.call('venues', body)).body).venue;
  };
  const change = async (id: string, body: object) =>
    VenueChanged.parse((await operators.call(`venues/${id}/change`, { why, ...body })).body).venue;
  const act = async (id: string, path: string, body: object = {}) =>
    VenueChanged.parse((await operators.call(`venues/${id}/${path}`, { why, ...body })).body).venue;
  const station = async (id: string) =>
    OpsStation.parse((await operators.call(`stations/${id}`)).body);
  const list = async (query: string) =>
    OpsStationList.parse((await operators.call(`stations?${query}`)).body).stations.map(
      ({ id }) => id,
    );

  test('a station is in one venue at most, and the periods of each venue stay known', async () => {
    const [first, second] = [await create('north'), await create('south')];
    const [one, two] = [await addStation(app.deps.db), await addStation(app.deps.db)];
    expect(await station(one)).toMatchObject({ venue: null, region: null });
    expect(await act(first.id, 'stations', { stations: [one, two] })).toMatchObject({
      stations: 2,
    });
    const began = app.deps.clock.now();
    app.deps.clock.advance(3600);
    expect(await act(second.id, 'stations', { stations: [one] })).toMatchObject({ stations: 1 });
    expect(await stationsOfVenue(app.deps.db, first.id)).toEqual([two]);
    expect(await venueOfStation(app.deps.db, one)).toEqual({ venue: second.id, region: 'south' });
    expect(await station(one)).toMatchObject({ venue: second.id, region: 'south' });
    expect(await list(`venue=${second.id}`)).toEqual([one]);
    expect(await list('region=north')).toContain(two);
    app.deps.clock.advance(3600);
    await act(second.id, 'stations/remove', { stations: [one, two] });
    // Station `two` is not in this venue, so the call does not move it.
    expect(await station(two)).toMatchObject({ venue: first.id });
    const periods = await venuePeriods(app.deps.db)
      .where('station_id', '=', one)
      .orderBy('since')
      .execute();
    const [inFirst, inSecond] = periods;
    expect(periods.map(({ venue_id }) => venue_id)).toEqual([first.id, second.id]);
    expect(inFirst?.until).toEqual(inSecond?.since);
    const hours = (from?: Date, until?: Date | null) =>
      Math.abs(Math.round(((until?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 3_600_000));
    expect(hours(began, inFirst?.since)).toBe(0);
    expect(hours(inFirst?.since, inFirst?.until)).toBe(1);
    expect(hours(inSecond?.since, inSecond?.until)).toBe(1);
    expect(await operators.actions(second.id)).toMatchObject([
      { action: 'venue.create', who: 'root', why },
      {
        action: 'venue.assignStations',
        details: { stations: [one] },
        before: { stations: 0 },
        after: { stations: 1 },
      },
      { action: 'venue.removeStations', before: { stations: 1 }, after: { stations: 0 } },
    ]);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('a change of an outdated version is refused, and the answer shows what has changed meanwhile', async () => {
    const { id, version } = await create();
    expect(version).toBe(1);
    expect(await change(id, { version: 1, name: 'Old Mall' })).toMatchObject({ version: 2 });
    const changes = { region: 'south', ownerName: 'Others' };
    expect(await change(id, { version: 2, ...changes })).toMatchObject({
      ...changes,
      name: 'Old Mall',
      version: 3,
    });
    const late = await operators.call(`venues/${id}/change`, { version: 2, name: 'X', why });
    expect(OpsProblem.parse(late.body)).toMatchObject({
      status: 409,
      code: 'stale',
      version: 3,
      changed: { region: 'south', ownerName: 'Others' },
    });
    expect(OpsProblem.parse(late.body).changed).not.toHaveProperty('name');
    // If two operators change the same version, the server applies only one change.
    const both = await Promise.all(
      ['A', 'B'].map((name) => operators.call(`venues/${id}/change`, { version: 3, name, why })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await operators.call('regions/north/change', { version: 1, name: 'Uptown', why });
    const again = await operators.call('regions/north/change', { version: 1, name: 'Up', why });
    expect(again.body).toMatchObject({ code: 'stale', version: 2, changed: { name: 'Uptown' } });
    const { regions } = RegionList.parse((await operators.call('regions')).body);
    expect(regions).toContainEqual({ id: 'north', name: 'Uptown', version: 2 });
  });

  test('the record has neither the name nor the address of an owner', async () => {
    const { id } = await create();
    await change(id, { version: 1, ownerName: 'Jane Doe', statementEmail: 'jane@doe.example' });
    expect(await change(id, { version: 2, statementEmail: null })).toMatchObject({
      ownerName: 'Jane Doe',
      statementEmail: null,
    });
    const recorded = JSON.stringify(await operators.actions(id));
    expect(recorded).toContain('"fields":["ownerName","statementEmail"]');
    expect(recorded).not.toMatch(/jane|mall company|owner@/i);
  });

  test('the live stations of a venue are paused and resumed with the venue', async () => {
    const { id } = await create();
    const [live, paused] = [await addStation(app.deps.db), await addStation(app.deps.db)];
    await act(id, 'stations', { stations: [live, paused] });
    await operators.call(`stations/${paused}/pause`, { why });
    expect(await act(id, 'pause')).toMatchObject({ state: 'paused' });
    expect(await station(live)).toMatchObject({ state: 'paused' });
    expect(await act(id, 'resume')).toMatchObject({ state: 'active' });
    expect(await station(live)).toMatchObject({ state: 'live' });
    // An operator had paused this station before the venue was paused, so it stays paused.
    expect(await station(paused)).toMatchObject({ state: 'paused' });
  });

  test('an ended venue has no stations and cannot change', async () => {
    const { id } = await create();
    const stationId = await addStation(app.deps.db);
    await act(id, 'stations', { stations: [stationId] });
    expect(await act(id, 'end')).toMatchObject({ state: 'ended', stations: 0 });
    expect(await station(stationId)).toMatchObject({ venue: null, state: 'live' });
    for (const [path, body] of [
      ['change', { version: 2, name: 'X' }],
      ['resume', {}],
      ['stations', { stations: [stationId] }],
    ] as const) {
      expect(refusalOf(await operators.call(`venues/${id}/${path}`, { ...body, why }))).toEqual({
        status: 409,
        code: 'venueEnded',
      });
    }
  });

  test('unknown regions, venues and stations are refused, and a repeated call makes one venue', async () => {
    const { id } = await create();
    const body = { id: 'once', name: 'Once', ...owner, region: 'north', why };
    const refused = async (path: string, more: object) =>
      refusalOf(await operators.call(path, { ...more, why })).code;
    expect(await refused('venues', { ...body, region: 'west' })).toBe('regionNotFound');
    expect(await refused('venues', { ...body, id })).toBe('idTaken');
    expect(await refused('regions', { id: 'north', name: 'Again' })).toBe('idTaken');
    expect(await refused('venues/none/pause', {})).toBe('venueNotFound');
    expect(await refused(`venues/${id}/stations`, { stations: ['PCJZK9H'] })).toBe(
      'stationNotFound',
    );
    expect((await operators.call('venues', { ...body, id: 'Not An Id' })).status).toBe(400);
    expect((await operators.call(`venues/${id}/change`, { version: 1, why })).status).toBe(400);
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => operators.call('venues', body, serverKey, key)),
    );
    const repeated = answers.map((answer) => VenueChanged.parse(answer.body).repeated);
    expect(repeated.filter((one) => !one)).toHaveLength(1);
  });

  test('a list has pages, and filters by region and state', async () => {
    const ids = [(await create('south')).id, (await create('south')).id];
    await act(ids[1] ?? '', 'pause');
    const read = async (query: string) =>
      VenueList.parse((await operators.call(`venues?${query}`)).body);
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: VenueList = await read(`region=south&limit=1&after=${after}`);
      found.push(...page.venues.map((venue) => venue.id));
      after = page.nextAfter;
    }
    expect(found).toEqual(expect.arrayContaining(ids));
    expect(new Set(found).size).toBe(found.length);
    const paused = await read('region=south&state=paused');
    expect(paused.venues.map((venue) => venue.id)).toEqual([ids[1]]);
  });

  test('an import puts stations into venues, and refuses unknown and ended ones @slow', async () => {
    const [venue, ended] = [await create(), await create()];
    await act(ended.id, 'end');
    const id = await addStation(app.deps.db);
    const upload = (given: string | null | undefined) => {
      const draft = { id, name: 'Corner', lat: 41.88, lng: -87.63, venue: given };
      return operators.call('stations/import', { entries: [{ unit: 'line', at: 2, draft }], why });
    };
    expect((await upload(ended.id)).body).toMatchObject({
      code: 'importRefused',
      detail: expect.stringContaining(`venue "${ended.id}" is unknown, or has ended`),
    });
    expect((await upload('nowhere')).status).toBe(422);
    expect(StationsImported.parse((await upload(venue.id)).body)).toMatchObject({ updated: 1 });
    // If the file has no column `venue`, the station stays in its venue.
    expect(StationsImported.parse((await upload(undefined)).body)).toMatchObject({ unchanged: 1 });
    expect(await station(id)).toMatchObject({ venue: venue.id });
    expect(StationsImported.parse((await upload(null)).body)).toMatchObject({ updated: 1 });
    expect(await station(id)).toMatchObject({ venue: null });
  });
});
