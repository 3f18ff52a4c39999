import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerJobs } from '../../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let renting: Renting;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: serverKey } });
  registerJobs(app.deps);
  app.deps.outbox.start();
  renting = await Renting.at(app);
  const operators = new Operators(app);
  const why = 'a contract';
  await operators.call('regions', { id: 'north', name: 'The north', why });
  const data = { name: 'City Mall', ownerName: 'Mall Company', region: 'north' };
  for (const id of ['city-mall', 'museum']) await operators.call('venues', { id, ...data, why });
  const stations = [renting.cabinet.stationId];
  await operators.call('venues/city-mall/stations', { stations, why });
  folder = await mkdtemp(path.join(tmpdir(), 'statements-'));
}, 300_000);
afterAll(async () => {
  await app.deps.outbox.stop();
  await app.close();
  await rm(folder, { recursive: true });
});

const why = ['--why', 'the contract', '--as', 'fin'];
function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('finance sets a share, and closes the month of all venues once', async () => {
  expect((await run('shares', 'list', 'city-mall')).out).toContain('has no share');
  const set = await run('shares', 'set', 'city-mall', '--percent', '12.5', ...why);
  expect(set.out).toMatch(/^from .* {2}12\.5%\n$/);
  const rider = await signUp(app);
  await renting.rent(rider, await renting.addCard(rider), 90);
  const month = app.deps.clock.now().toISOString().slice(0, 7);
  const show = await run('statements', 'show', 'city-mall', month);
  expect(show.out).toMatch(/^open {2}.*Mall Company {2}captures \$3\.00.*venue \$0\.38\n$/);
  expect((await run('statements', 'close', month, '--all', ...why)).err).toContain('is not over');
  app.deps.clock.advance(32 * 24 * 3600);
  const close = await run('statements', 'close', month, '--all', ...why);
  const [statement = '', bulk = ''] = close.out.split('\n');
  expect(statement).toMatch(/^V\d{4}-000001 {2}/);
  expect(bulk).toMatch(/venue\.closeMonths .* fin {2}1 of 1 {2}ended/);
  const again = await run('statements', 'close', month, '--all', ...why);
  expect(again.out.split('\n')[0]).toBe(statement);
  expect((await run('statements', 'list', '--venue', 'city-mall')).out).toBe(`${statement}\n`);
  const acts = await run('bulk-acts', 'list');
  expect(acts.out.trim().split('\n')).toHaveLength(2);
  const [id = ''] = bulk.split(' ');
  expect((await run('bulk-acts', 'show', id)).out).toBe(`${bulk}\n`);
  expect((await run('statements', 'list', '--venue', 'museum')).out).toBe(
    'There are no statements.\n',
  );
  const file = path.join(folder, 'mall.csv');
  const save = await run('statements', 'save', 'city-mall', month, '--file', file);
  expect(save.out).toBe(`The statement is in ${file}.\n`);
  expect(await readFile(file, 'utf8')).toContain(',3.00,0.00,12.5,0.38,2.62\r\n');
});

test('finance records a payout, and reverses a wrong one', async () => {
  const { out: listed } = await run('payouts', 'list', 'city-mall');
  expect(listed).toBe('Owed now: $0.38\n');
  const day = app.deps.clock.now().toISOString().slice(0, 10);
  const amount = ['--amount', '38', '--currency', 'USD', '--on', day];
  const paid = await run('payouts', 'record', 'city-mall', ...amount, ...why);
  expect(paid.out).toContain(`  ${day}  $0.38  V`);
  const [id = ''] = paid.out.split(' ');
  const reversed = await run('payouts', 'reverse', 'city-mall', id, ...why);
  expect(reversed.out).toMatch(/ {2}reversed .* by fin\n$/);
  expect((await run('payouts', 'list', 'city-mall')).out).toBe(`${reversed.out}${listed}`);
  expect((await run('payouts', 'reverse', 'city-mall', id, ...why)).err).toContain(
    'is reversed already',
  );
});

test('if a key may close months but not read the progress, the command reports that the act has begun', async () => {
  const operators = new Operators(app);
  await operators.add('Cleo', 'finance');
  const scopes = ['--label', 'closing', '--scope', 'venue-statements:write'];
  const added = await run('operators', 'add-key', 'Cleo', ...scopes, ...why);
  const [key = ''] = added.out.split('\n');
  const month = app.deps.clock.now().toISOString().slice(0, 7);
  app.deps.clock.advance(32 * 24 * 3600);
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  const { code, err } = await captureOutput((output) =>
    runCommand(['statements', 'close', month, '--all', '--why', 'w'], ops, { ...output, settings }),
  );
  expect(code).toBe(1);
  expect(err).toMatch(/^The bulk act [-0-9a-f]{36} has begun\. Its progress is unknown: /);
});

test.each([
  [['payouts', 'reverse', 'city-mall', '17', '--why', 'w'], 'reverse takes the id of a venue and'],
  [['shares', 'set', 'city-mall', '--why', 'w'], '--percent is a percentage'],
  [['shares', 'set', 'city-mall', '--percent', '101', '--why', 'w'], '--percent is at most 100.'],
  [['statements', 'show', 'city-mall', 'May'], 'show takes the id of a venue and a month'],
  [['statements', 'close', '2026-13', '--all', '--why', 'w'], 'A month is like 2026-11.'],
  [['statements', 'close', '2026-11', '--why', 'w'], 'close needs either --venue or --all.'],
  [['statements', 'save', 'city-mall', '2026-11', '--file', 'a.txt'], 'save needs --file'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
