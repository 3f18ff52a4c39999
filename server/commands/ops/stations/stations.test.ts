import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { addStation, testTariff } from '../../../testing/stations.ts';
import { enterTariff } from '../../../modules/tariffs/enterTariff.ts';
import { columns } from '../../../modules/network/import/columns.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const why = ['--why', 'the first city'];
const header = columns.join(',');
const allWeek = Array.from({ length: 7 }, () => '09:00-17:00').join(',');
const row = (id: string, name: string) =>
  `${id},${name},1 Test Street,41.88,-87.63,${allWeek},America/Chicago,,,,,8,4x2,,`;
const one = 'PCJZK9H';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  folder = await mkdtemp(path.join(tmpdir(), 'stations-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand(['stations', ...args, '--as', 'root'], ops, { ...output, settings }),
  );
}

test('the stations of a file are imported, paused and retired without a stop of the server @slow', async () => {
  await writeFile(
    at('city.csv'),
    [header, row(one, 'Harbor Books'), row('', 'Far Café'), ''].join('\n'),
  );
  const early = await run('import', at('city.csv'), '--make-ids', at('ids.csv'), ...why);
  expect(early.code).toBe(1);
  expect(early.err).toContain('line 2: the tariff is missing: there are no tariffs yet');
  expect(await readdir(folder)).toEqual(['city.csv']);
  await enterTariff(app.deps.db, testTariff);

  const dry = await run('import', at('city.csv'), '--make-ids', at('ids.csv'), '--dry-run');
  expect(dry.out).toBe('Dry run: 2 new, 0 changed, 0 unchanged. Nothing was written.\n');
  expect((await run('list')).out).toBe('There are no stations.\n');
  const imported = await run('import', at('city.csv'), '--make-ids', at('ids.csv'), ...why);
  expect(imported.out).toContain('2 new, 0 changed, 0 unchanged.\n');
  expect(await readFile(at('ids.csv'), 'utf8')).toMatch(/\n[2-9A-Z]{7},Far Café,/);
  const again = await run('import', at('ids.csv'), ...why);
  expect(again.out).toBe('0 new, 0 changed, 2 unchanged.\n');

  expect((await run('show', one)).out).toBe(
    `${one}  live  no secret  0 chargers, 0 free of 8 slots  test  Harbor Books\n` +
      `${one}  version 1\n  position: 41.88, -87.63\n  hours: Mo-Su 09:00-17:00 (America/Chicago)\n` +
      '  name: Harbor Books\n  address: 1 Test Street\n  layout: 4x2\n  cabinet: never connected\n',
  );
  expect((await run('pause', one, ...why)).out).toContain(`${one}  paused`);
  expect((await run('list', '--state', 'paused')).out).toContain('Harbor Books');
  expect((await run('retire', one, ...why)).out).toContain(`${one}  retired`);
  expect(await run('resume', one, ...why)).toMatchObject({
    code: 1,
    err: `Station ${one} is retired, which is final.\n`,
  });
  const json = JSON.parse((await run('list', '--state', 'retired', '--json')).out);
  expect(json).toMatchObject({ stations: [{ id: one, state: 'retired' }] });
});

test('the data of a station is changed with its version', async () => {
  const id = await addStation(app.deps.db, { name: 'Kiosk', floor: '2' });
  const data = ['--name', 'Bakery', '--hours', 'Mo-Fr 09:00-17:00', '--floor', '', '--lat', '41.9'];
  const changed = await run('change', id, ...data, ...why);
  expect(changed.out).toContain(`${id}  version 2\n  position: 41.9, `);
  expect(changed.out).toContain('  hours: Mo-Fr 09:00-17:00 (');
  expect(changed.out).toContain('  name: Bakery\n');
  expect(changed.out).not.toContain('floor');
  const stale = await run('change', id, '--name', 'Cafe', '--version', '1', ...why);
  expect(stale).toMatchObject({ code: 1, out: '' });
  expect(stale.err).toContain('has changed since version 1');
  const json = await run('change', id, '--hint', 'at the door', '--version', '2', '--json', ...why);
  expect(JSON.parse(json.out)).toMatchObject({ station: { id, data: { hint: 'at the door' } } });
});

test('the errors of a file are listed before the server is called', async () => {
  await writeFile(at('wrong.csv'), [header, row('PCJZK9J', ''), ''].join('\n'));
  const refused = await run('import', at('wrong.csv'), ...why);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('There are 2 errors in 1 rows. Nothing was imported.');
  expect(refused.err).toContain('line 2: the name is missing');
});

test.each([
  [['import', ...why], 'import takes one file.'],
  [['import', 'f.csv'], '--why is missing or invalid.'],
  [['import', 'f.csv', '--system', 'a/b', ...why], '--system must be a name without a slash.'],
  [['list', '--state', 'closed'], '--state is live, paused, retired.'],
  [['change', one, ...why], 'Name at least one thing to change.'],
  [['change', one, '--lat', 'north', ...why], '--lat and --lng are degrees'],
  [['change', one, '--hours', 'always', ...why], '--hours: '],
  [['change', one, '--name', 'A'], '--why is missing or invalid.'],
  [['pause', ...why], 'pause takes the id of one station.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
