import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTariff } from '../../../../contract/testing/demoTariff.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { addStation } from '../../../testing/stations.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const { id: _id, ...terms } = demoTariff;
const why = ['--why', 'new prices'];

let app: TestApp;
let folder: string;
let ada: string;
let bob: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: serverKey } });
  folder = await mkdtemp(path.join(tmpdir(), 'tariffs-'));
  const operators = new Operators(app);
  ada = await operators.add('Ada', 'administrator');
  bob = await operators.add('Bob', 'administrator');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function run(key: string, ...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}
const fileOf = async (content: object) => {
  const file = path.join(folder, 'tariff.json');
  await writeFile(file, JSON.stringify(content));
  return file;
};

test('two administrators put a tariff in force', async () => {
  expect((await run(ada, 'tariffs', 'list')).out).toBe('There are no tariffs.\n');
  const file = await fileOf(terms);
  const line =
    'city-1  USD  unlock $1.00, $1.00 per 60 minutes, at most $10.00 per 1440 minutes  0 stations\n';
  const created = await run(ada, 'tariffs', 'create', 'city-1', '--file', file, ...why);
  expect(created).toMatchObject({ code: 0, out: line });
  const shown = (await run(ada, 'tariffs', 'show', 'city-1')).out;
  expect(shown.startsWith(line)).toBe(true);
  expect(shown).toContain('\nen\n  Unlock fee: $1.00\n');
  expect(shown).toContain('\nes\n');
  expect(shown).toContain('\nzh-CN\n');

  const station = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
  const asked = await run(ada, 'tariffs', 'assign', 'city-1', '--station', station, ...why);
  expect(asked.out).toContain('another administrator must approve');
  const list = (await run(bob, 'approvals', 'list')).out;
  const [id = ''] = /^\S{36}/.exec(list) ?? [];
  expect(list).toContain(`tariff.assign city-1  open until`);
  expect(await run(ada, 'approvals', 'approve', id, ...why)).toMatchObject({
    code: 1,
    err: 'Another operator must decide about your request.\n',
  });
  expect((await run(bob, 'approvals', 'approve', id, ...why)).out).toContain('approved by Bob');
  expect((await run(bob, 'approvals', 'list')).out).toBe('Nothing waits for an approval.\n');
  const assignments = (await run(bob, 'tariffs', 'assignments')).out;
  expect(assignments).toMatch(
    new RegExp(`^\\S{36}  city-1  in force  from .*Z  ${station}  by Ada\n$`),
  );
  expect(JSON.parse((await run(bob, 'tariffs', 'assignments', '--json')).out)).toMatchObject({
    assignments: [{ tariff: 'city-1', stations: [station] }],
  });
});

test('each wrong term of a file is named, and contradictions are explained', async () => {
  const wrong = await fileOf({ ...terms, rateMinutes: 0, unlockFee: -1, price: 3 });
  const refused = await run(ada, 'tariffs', 'create', 'city-2', '--file', wrong, ...why);
  expect(refused.code).toBe(1);
  for (const name of ['rateMinutes', 'unlockFee', 'price']) expect(refused.err).toContain(name);
  const contradicting = await fileOf({ ...terms, graceMinutes: 2880 });
  expect(
    await run(ada, 'tariffs', 'create', 'city-2', '--file', contradicting, ...why),
  ).toMatchObject({
    code: 1,
    err: 'graceMinutes (2880) is not shorter than lostMinutes (2880).\n',
  });
  const none = await run(ada, 'tariffs', 'create', 'city-2', '--file', '/nowhere.json', ...why);
  expect(none.err).toContain('/nowhere.json cannot be read');
});

test.each([
  [['tariffs', 'create', 'City 1', '--file', 'f', ...why], 'The id of a tariff has at most 40'],
  [['tariffs', 'create', 'city-1', ...why], '--file is missing.'],
  [['tariffs', 'create', 'city-1', '--file', 'f'], '--why is missing or invalid.'],
  [['tariffs', 'assign', 'city-1', ...why], 'Write --all, --station ID for each station'],
  [['tariffs', 'assign', 'city-1', '--all', '--from', 'noon', ...why], '--from is a time such as'],
  [['tariffs', 'end', ...why], 'end takes the id of one assignment.'],
  [['approvals', 'approve', ...why], 'approve takes the id of one request.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(ada, ...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
