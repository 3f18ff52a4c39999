import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { addStation } from '../../../testing/stations.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const why = ['--why', 'a contract with the owner'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
});
afterAll(() => app.close());

function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand([...args, '--as', 'root'], ops, { ...output, settings }),
  );
}

test('the commands create and change a region and a venue, put a station into the venue, and end the venue', async () => {
  expect((await run('venues', 'list')).out).toBe('There are no such venues.\n');
  expect((await run('regions', 'create', 'north', '--name', 'The North', ...why)).out).toBe(
    'north  version 1  The North\n',
  );
  const renamed = await run('regions', 'change', 'north', '--name', 'Uptown', ...why);
  expect(renamed.out).toBe('north  version 2  Uptown\n');
  const data = ['--name', 'City Mall', '--owner', 'Mall Ltd', '--region', 'north'];
  const created = await run('venues', 'create', 'mall', ...data, '--email', 'a@b.example', ...why);
  expect(created.out).toBe(
    'mall  active  north  0 stations  version 1  City Mall  owner Mall Ltd <a@b.example>\n',
  );
  const changed = await run('venues', 'change', 'mall', '--no-email', ...why);
  expect(changed.out).toBe(
    'mall  active  north  0 stations  version 2  City Mall  owner Mall Ltd\n',
  );
  const stale = await run('venues', 'change', 'mall', '--name', 'X', '--version', '1', ...why);
  expect(stale).toMatchObject({
    code: 1,
    err:
      'Venue mall has changed since version 1: statementEmail is now null. ' +
      'Read version 2, and repeat the change if it is still right.\n',
  });
  const station = await addStation(app.deps.db);
  expect((await run('venues', 'assign', 'mall', '--station', station, ...why)).out).toContain(
    '1 stations',
  );
  expect((await run('stations', 'list', '--venue', 'mall')).out).toContain(station);
  expect((await run('stations', 'list', '--region', 'south')).out).toBe('There are no stations.\n');
  expect((await run('venues', 'pause', 'mall', ...why)).out).toContain('mall  paused');
  expect((await run('venues', 'resume', 'mall', ...why)).out).toContain('mall  active');
  expect((await run('venues', 'remove', 'mall', '--station', station, ...why)).out).toContain(
    '0 stations',
  );
  expect((await run('venues', 'end', 'mall', ...why)).out).toContain('mall  ended');
  const json = JSON.parse((await run('venues', 'show', 'mall', '--json')).out);
  expect(json).toMatchObject({ id: 'mall', state: 'ended' });
});

test.each([
  [['venues', 'create', 'Mall', ...why], 'An id has at most 40 small letters'],
  [['venues', 'change', 'mall', ...why], 'Name at least one thing to change.'],
  [['venues', 'assign', 'mall', ...why], 'Write --station ID for each station.'],
  [['regions', 'change', 'north', '--name', 'X', '--version', 'a', ...why], '--version is a'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
