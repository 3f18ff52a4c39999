import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { addStation } from '../../../testing/stations.ts';
import { runWith } from '../../campaigns/testing.ts';
import { ops } from '../ops.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
});
afterAll(() => app.close());

const run = (...args: string[]) => runWith(ops, ['restocking', ...args, '--as', 'root'], app.url);

test('the list names the stations that are empty or full, and the chargers to move', async () => {
  expect((await run()).out).toBe('No station will be empty or full.\n');
  const stock = { slots: 8, lat: 41.88, lng: -87.63 };
  const empty = await addStation(app.deps.db, {
    ...stock,
    name: 'Empty\u001b[31m',
    chargers: 0,
    free_slots: 8,
  });
  const full = await addStation(app.deps.db, { ...stock, chargers: 8, free_slots: 0, lat: 42 });
  const { code, out, err } = await run('--near', '41.88,-87.63', '--sort', 'distance');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.split('\n');
  expect(lines[0]).toMatch(
    new RegExp(`^${empty}  empty at \\S+  bring 1  has 0 chargers, 8 free slots  0 m  Empty`),
  );
  expect(lines[1]).toMatch(new RegExp(`^${full}  full at \\S+  take 1  has 8 chargers`));
  expect(lines[2]).toBe('Bring 1 chargers, and take 1.');
  expect(out).not.toContain('\u001b');
  expect(JSON.parse((await run('--limit', '1', '--json')).out)).toMatchObject({
    stations: [{ metres: null }],
  });
});

test.each([
  [['north'], 'restocking takes only options.'],
  [['--near', 'here'], '--near is a position such as'],
  [['--sort', 'distance'], '--sort distance needs --near.'],
  [['--hours', '25'], '--hours is missing or invalid.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
