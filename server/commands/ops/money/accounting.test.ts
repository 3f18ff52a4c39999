import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOrderJobs } from '../../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let folder: string;
let number: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: serverKey } });
  registerOrderJobs(app.deps);
  const renting = await Renting.at(app);
  const rider = await signUp(app);
  ({ number } = await renting.rent(rider, await renting.addCard(rider), 90));
  folder = await mkdtemp(path.join(tmpdir(), 'accounts-'));
}, 300_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('the commands show the balances and the entries of an order', async () => {
  expect((await run('ledger', 'balances')).out).toContain(
    'revenue:usage  USD  debits 0.00  credits ',
  );
  const { out } = await run('ledger', 'entries', '--order', number);
  expect(out).toContain('clearing → receivable');
  expect(out.split('\n').filter((line) => line.endsWith(`order ${number}`)).length).toBeGreaterThan(
    2,
  );
  expect((await run('reconciliation', 'day')).out).toContain('No transactions.\n');
  expect((await run('reconciliation', 'differences')).out).toBe('There are no differences.\n');
});

test('the export goes to the terminal or to a new file', async () => {
  const today = app.deps.clock.now().toISOString().slice(0, 10);
  const period = ['--from', '2020-01-01', '--to', '2020-01-31'];
  const head = 'day,account,currency,debit,credit,entries\r\n';
  expect((await run('accounting', 'export', ...period)).out).toBe(head);
  const file = path.join(folder, 'accounts.csv');
  const all = ['accounting', 'export', '--from', today, '--to', today, '--file', file];
  expect((await run(...all)).out).toBe(`The export is in ${file}.\n`);
  const text = await readFile(file, 'utf8');
  expect(text.startsWith(head)).toBe(true);
  expect(text).toContain(`${today},revenue:usage,USD,0.00,`);
  expect((await run(...all)).code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each<[string, RequestListener]>([
  ['server refuses it', (_, response) => response.writeHead(403).end('{}')],
  ['server sends a part and then nothing', (_, response) => response.write('day,account')],
  ['server cuts the connection', (_, response) => response.write('day', () => response.destroy())],
])('a download leaves no file if the %s', async (_, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const operator = { key: serverKey, keyFile: '/nowhere', url: `http://127.0.0.1:${port}` };
  const context = { settings: { operator }, answerWithinMs: 50 };
  const own = await mkdtemp(path.join(folder, 'failed-'));
  const args = ['--from', '2020-01-01', '--to', '2020-01-31', '--file', path.join(own, 'a.csv')];
  const { code, err } = await captureOutput((output) =>
    runCommand(['accounting', 'export', ...args], ops, { ...output, ...context }),
  );
  server.closeAllConnections();
  server.close();
  expect(code).toBe(1);
  expect(err).toMatch(/^The server (?:refuses the call|does not answer)/);
  expect(await readdir(own)).toEqual([]);
});

test('finance adds a seller', async () => {
  const data = ['--name', 'Chargers', '--address', '1 Harbor Road', '--tax-number', 'B1'];
  const more = ['--tax-rate', '8.25', '--zone', 'UTC', '--why', 'the first seller', '--as', 'fin'];
  expect((await run('sellers', 'list')).out).toContain('There is no seller');
  expect((await run('sellers', 'add', ...data, ...more)).out).toContain('8.25%');
  expect((await run('sellers', 'list')).out).toContain('Chargers  1 Harbor Road  B1  8.25%  UTC');
});

test.each([
  [['ledger', 'balances', '--until', 'yesterday'], '--until is a day'],
  [['ledger', 'entries', '--day', '2026-02-30'], '--day is a day'],
  [['reconciliation', 'day', '23.11.2026'], 'The date is not like'],
  [['reconciliation', 'run'], '--why is missing.'],
  [['accounting', 'export', '--from', '2026-01-01'], 'export needs --from and --to'],
  [['sellers', 'add', '--tax-rate', '21%', '--why', 'w'], '--tax-rate is a percentage'],
  [['sellers', 'add', '--tax-rate', '21', '--why', 'w'], '--name is missing or invalid.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
