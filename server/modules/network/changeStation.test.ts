import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import { OpsStationRead, StationDataChanged } from '../../../contract/operators/stations.ts';
import { StationSearchResult } from '../../../contract/stations.ts';
import { paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { addStation } from '../../testing/stations.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';

const why = 'the entrance has moved';

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
    operators = new Operators(app);
  });
  afterAll(() => app.close());

  const read = async (id: string) =>
    OpsStationRead.parse((await operators.call(`stations/${id}`)).body);
  const change = (id: string, body: object) =>
    operators.call(`stations/${id}/change`, { why, ...body });

  test('a change of the data raises the version, and riders find the station by its new name @slow', async () => {
    const id = await addStation(app.deps.db, { name: 'Old Harbour' });
    expect(await read(id)).toMatchObject({ version: 1, data: { name: 'Old Harbour' } });
    const { body } = await change(id, { version: 1, name: 'New Pier', floor: 'Floor 2' });
    expect(StationDataChanged.parse(body).station).toMatchObject({
      version: 2,
      name: 'New Pier',
      data: { name: 'New Pier', floor: 'Floor 2', hint: null },
    });
    const answer = await app.call(`${paths.stationSearch}?q=pier`);
    const found = StationSearchResult.parse(answer.body).stations.map((station) => station.id);
    expect(found).toContain(id);
    expect(await operators.actions(id)).toMatchObject([
      {
        action: 'station.change',
        who: 'root',
        why,
        before: { name: 'Old Harbour', floor: null },
        after: { name: 'New Pier', floor: 'Floor 2' },
      },
    ]);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('a change of an outdated version is refused, and the answer shows what an import has changed meanwhile', async () => {
    const id = await addStation(app.deps.db);
    const draft = { id, name: 'Imported', lat: 41.88, lng: -87.63, hint: 'By the lift' };
    const entries = [{ unit: 'line', at: 2, draft }];
    expect((await operators.call('stations/import', { entries, why })).status).toBe(200);
    const late = await change(id, { version: 1, address: '2 Test Street' });
    expect(OpsProblem.parse(late.body)).toEqual({
      status: 409,
      code: 'stale',
      detail: expect.stringContaining('name is now "Imported"'),
      version: 2,
      changed: { name: 'Imported', hint: 'By the lift' },
    });
    const both = await Promise.all(['A', 'B'].map((name) => change(id, { version: 2, name })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('wrong data, an unknown station and a retired station are refused', async () => {
    const id = await addStation(app.deps.db);
    const refused = async (station: string, body: object) =>
      refusalOf(await change(station, { version: 1, ...body }));
    const invalid = { status: 422, code: 'stationInvalid' };
    expect(await refused(id, { name: ' ' })).toEqual(invalid);
    expect(await refused(id, { lat: -87.63, lng: 41.88 })).toEqual(invalid);
    expect(await refused(id, { timeZone: 'Nowhere/City' })).toEqual(invalid);
    expect(await refused('PCJZK9H', { name: 'X' })).toEqual({
      status: 404,
      code: 'stationNotFound',
    });
    expect((await change(id, { version: 1 })).status).toBe(400);
    expect((await read(id)).version).toBe(1);
    await operators.call(`stations/${id}/retire`, { why });
    expect((await refused(id, { name: 'X' })).code).toBe('stationRetired');
  });
});
