import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenToCabinets, registerOrderJobs } from '../../../composition.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const key = 'operators-key-of-the-tests-0123456789';
let app: TestApp;
let renting: Renting;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: key } });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
  folder = await mkdtemp(path.join(tmpdir(), 'chargers-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const why = ['--why', 'the weekly visit'];
function run(...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('a team registers, recalls, releases and retires chargers', async () => {
  const file = path.join(folder, 'chargers.txt');
  await writeFile(file, 'FILE-1\r\nFILE-2\n\n');
  expect((await run('chargers', 'register', '--file', file, '--batch', 'B2', ...why)).out).toBe(
    '2 chargers are registered.\n',
  );
  const range = ['--from', 'PB-1', '--to', 'PB-3', '--batch', 'B1'];
  expect((await run('chargers', 'register', ...range, ...why)).out).toBe(
    '3 chargers are registered.\n',
  );
  expect(await run('chargers', 'register', 'PB-2', 'PB-4', ...why)).toMatchObject({
    code: 1,
    err: '1 of these chargers are registered already, or retired, such as PB-2.\n',
  });
  expect((await run('chargers', 'recall', '--batch', 'B1', ...why)).out).toBe(
    '3 chargers are recalled. 0 of them are rented, and their riders were told.\n',
  );
  expect((await run('chargers', 'release', 'PB-1', ...why)).out).toBe('PB-1  registered  B1\n');
  expect((await run('chargers', 'retire', 'PB-2', ...why)).out).toBe('PB-2  retired  B1\n');
  expect((await run('chargers', 'list', '--batch', 'B1')).out).toBe(
    'PB-1  registered  B1\nPB-2  retired  B1\nPB-3  recalled  B1\n',
  );
  const { stationId } = renting.cabinet;
  expect((await run('chargers', 'list', '--station', stationId)).out.split('\n')[0]).toBe(
    `${stationId}-1  inStock  ${stationId} slot 1`,
  );
});

test('a field session shows which chargers were taken out', async () => {
  const { stationId } = renting.cabinet;
  const opened = (await run('sessions', 'open', stationId, ...why)).out;
  const [id = ''] = opened.split(' ');
  const sent = (await run('cabinets', 'eject', stationId, '--slot', '1', ...why)).out;
  expect(sent).toContain(`eject slot 1 (${stationId}-1): sent, by `);
  await renting.settle();
  expect((await run('cabinets', 'commands', stationId)).out).toContain(': done, by ');
  expect((await run('sessions', 'close', id, ...why)).out).toContain(
    `taken out: ${stationId}-1 in slot 1`,
  );
  expect((await run('sessions', 'show', id)).out).toContain('closed at');
});

test('an operator sets a parameter of a cabinet', async () => {
  const { stationId, bootId } = renting.cabinet;
  const setVolume = () =>
    run('cabinets', 'set-parameter', stationId, '--name', 'volume', '--value', '20', ...why);
  expect(await setVolume()).toEqual({
    code: 1,
    out: '',
    err: `The cabinet of ${stationId} has no parameter volume.\n`,
  });
  const report = (volume: number) => {
    const parameters = { volume, brightness: 70 };
    return listenToCabinets(app.deps).onState(stationId, { online: true, bootId, parameters });
  };
  await report(50);
  expect((await setVolume()).out).toContain('setParameter volume to 20: sent, by ');
  await renting.settle();
  await report(20);
  const { out } = await run('cabinets', 'commands', stationId);
  expect(out).toContain('setParameter volume to 20: done, by ');
  expect(out).toContain('\nParameters: volume 20, brightness 70\n');
});

test.each([
  [['chargers', 'register', '--why', 'new'], 'Write serial numbers, or --from and --to'],
  [['chargers', 'register', 'A1', '--from', 'A2', '--why', 'new'], 'Write serial numbers, or'],
  [['chargers', 'register', '--from', 'A1', '--why', 'new'], 'A range needs --from and --to.'],
  [['chargers', 'register', '--from', 'A1', '--to', 'B2', '--why', 'n'], 'A1 to B2 is no range'],
  [['chargers', 'register', 'A1'], '--why is missing.'],
  [['chargers', 'recall', 'A1', '--batch', 'B1', '--why', 'hot'], 'Write either --batch or'],
  [['chargers', 'retire', '--why', 'broken'], 'retire takes one serial number.'],
  [['chargers', 'lose', 'A1'], 'There is no command chargers lose.'],
  [['cabinets', 'eject', 'S1', '--why', 'stuck'], 'Write either --slot or --serial.'],
  [['cabinets', 'lock', 'S1', '--why', 'broken'], '--slot is the number of a slot.'],
  [
    ['cabinets', 'set-parameter', 'S1', '--name', 'colour', '--value', '1', '--why', 'ugly'],
    '--name is one of volume, brightness, heartbeatSeconds.',
  ],
  [
    [
      'cabinets',
      'set-parameter',
      'S1',
      '--name',
      'heartbeatSeconds',
      '--value',
      '90',
      '--why',
      'x',
    ],
    '--value of heartbeatSeconds is a whole number from 20 to 40.',
  ],
  [['sessions', 'open', 'S1'], '--why is missing.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
