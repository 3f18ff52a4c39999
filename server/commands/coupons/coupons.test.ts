import { afterAll, beforeAll, expect, test } from 'vitest';
import { CouponsCreated } from '../../../contract/operators/promotions.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../testing/operators/operators.ts';
import { runCommand, type Program } from '../runCommand.ts';
import { ops } from '../ops/ops.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { coupons } from './coupons.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
});
afterAll(() => app.close());

/** A reason and a name, which each change needs. */
const by = ['--why', 'the spring offer', '--as', 'mia'];
const run = (...args: string[]) => {
  const isChange = args[0] === 'create' || args[0] === 'end';
  return runOn(ops, 'coupons', ...args, ...(isChange ? by : ['--as', 'mia']));
};

function runOn(program: Program<OpsContext>, ...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, program, { ...output, settings }));
}

test('the commands create a given code, list it and end it', async () => {
  const made = await run(
    'create',
    '--kind',
    'amountOff',
    '--amount',
    '200',
    '--code',
    'wel-come',
    '--minimum',
    '300',
    '--first-rental',
    '--max',
    '500',
    '--expires',
    '2030-01-01',
  );
  expect(made).toEqual({ code: 0, out: 'code\nWELCOME\n', err: '' });
  expect((await run('list')).out).toContain(
    'WELCOME,amountOff,200 USD,0,500,,2030-01-01T00:00:00.000Z,\n',
  );
  expect(
    await run('create', '--kind', 'goCash', '--amount', '5', '--code', 'welcome'),
  ).toMatchObject({ code: 1, err: 'WELCOME exists already.\n' });
  expect(await run('end', 'Wel come')).toMatchObject({ code: 0, out: 'WELCOME has ended.\n' });
  expect((await run('list')).out).toMatch(/WELCOME,.*Z,20.*Z\n/);
});

test('the command creates the requested number of codes, each for one rider', async () => {
  const { out } = await run('create', '--kind', 'freeMinutes', '--minutes', '30', '--count', '100');
  const codes = out.trim().split('\n').slice(1);
  expect(new Set(codes).size).toBe(100);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{5}-){2}[2-9A-HJ-NP-Z]{5}$/);
  expect((await run('list')).out.match(/freeMinutes,30 min,0,1,/g)).toHaveLength(100);
});

test.each([
  [['create', '--kind', 'amountOff'], '--amount'],
  [['create', '--kind', 'amountOff', '--amount', '-5'], 'amount'],
  [['create', '--kind', 'amountOff', '--amount', '1.5'], '--amount: expected a whole number.'],
  [['create', '--kind', 'nothing', '--amount', '5'], '--kind'],
  [['create', '--kind', 'goCash', '--amount', '5', '--minimum', '9'], '--kind'],
  [['create', '--kind', 'goCash', '--amount', '5', '--code', 'x'], '--code'],
  [['create', '--kind', 'goCash', '--amount', '5', '--code', 'FIVE', '--count', '2'], '--count'],
  [['create', '--kind', 'goCash', '--amount', '5', '--expires', 'soon'], '--expires'],
  [['create', '--kind', 'goCash', '--amount', '5', '--colour', 'red'], 'colour'],
  [['end', 'NOSUCH'], 'There is no coupon NOSUCH.'],
  [['end'], 'end takes one code'],
])('%j is refused with a reason', async (args, said) => {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(said);
});

test('each change is in the record of operators, without the random codes', async () => {
  const { out } = await run('create', '--kind', 'goCash', '--amount', '70', '--count', '2');
  const [, code = ''] = out.split('\n');
  const [entry] = await app.deps.db
    .selectFrom('operator_actions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(entry).toMatchObject({ action: 'coupon.create', who: 'mia', why: 'the spring offer' });
  expect(JSON.stringify(entry)).not.toMatch(new RegExp(code.replaceAll('-', '-?')));
  const calls = new Operators(app);
  const key = 'a-key-of-the-marketing-team-1';
  const body = { coupon: { kind: 'goCash', amount: 80, count: 3 }, why: 'again' };
  const first = await calls.call('coupons', body, serverKey, key);
  const again = await calls.call('coupons', body, serverKey, key);
  const codesOf = (answer: unknown) => CouponsCreated.parse(answer).codes.toSorted();
  expect(codesOf(again.body)).toEqual(codesOf(first.body));
  expect(again.body).toMatchObject({ repeated: true });
});

test('the former command does the same, needs no reason, and prints the name of the new command', async () => {
  const { code, out, err } = await runOn(coupons, 'list');
  expect({ code, out }).toEqual({ code: 0, out: (await run('list')).out });
  expect(err).toContain('npm run coupons is now npm run ops -- coupons');
  const made = await runOn(coupons, 'create', '--kind', 'goCash', '--amount', '5');
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^code\n/) });
  expect(await runOn(coupons, 'make')).toMatchObject({ code: 2, out: '' });
  expect((await runOn(coupons, '--help')).out).toContain('npm run coupons -- create');
});
