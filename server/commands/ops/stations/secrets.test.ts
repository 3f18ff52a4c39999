import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { addStation } from '../../../testing/stations.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const why = ['--why', 'the first city'];
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand(['secrets', ...args, '--as', 'root'], ops, { ...output, settings }),
  );
}

test('each station without a secret gets one, in a file that only the operator can read', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await addStation(app.deps.db, { secret_hash: '' }));
  await addStation(app.deps.db);
  await addStation(app.deps.db, { secret_hash: '', state: 'retired' });
  const file = path.join(folder, 'secrets.csv');
  const issued = await run('issue', '--missing', '--file', file, ...why);
  expect(issued.out).toBe(
    `3 secrets are in ${file}, and nowhere else. Set up each cabinet, then delete the file.\n`,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines[0]).toBe('id,secret');
  expect(lines.slice(1).map((line) => line.slice(0, 7))).toEqual(ids.toSorted());
  for (const line of lines.slice(1)) expect(line).toMatch(/^.{7},[\w-]{43}$/);
  expect((await run('issue', '--missing', '--file', file, ...why)).out).toBe(
    'Each station has a secret.\n',
  );
});

test('a secret is issued, rotated and revoked', async () => {
  const id = await addStation(app.deps.db, { secret_hash: '' });
  const shown = new RegExp(
    `^${id},[\\w-]{43}\\n\\nThis is the only time that the secret is shown.\\n`,
  );
  expect((await run('issue', id, ...why)).out).toMatch(shown);
  const rotated = (await run('rotate', id, '--overlap-hours', '2', ...why)).out;
  expect(rotated).toMatch(shown);
  expect(rotated).toMatch(/The former secret works until .*Z\.\n$/);
  expect((await run('revoke', id, ...why)).out).toBe(
    `The cabinet of ${id} has no secret any more.\n`,
  );
});

test.each([
  [['issue', ...why], 'issue takes the id of one station, or --missing.'],
  [['issue', '--missing', ...why], '--missing needs --file FILE.'],
  [['issue', 'PCJZK9H', '--file', 'f', ...why], '--file is for --missing.'],
  [['rotate', 'PCJZK9H', '--overlap-hours', '-1', ...why], "Option '--overlap-hours'"],
  [['rotate', 'PCJZK9H', '--overlap-hours', '200', ...why], '--overlap-hours is a whole number'],
  [['revoke', 'PCJZK9H'], '--why is missing or invalid.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
