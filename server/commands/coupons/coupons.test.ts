import { afterAll, beforeAll, expect, test } from 'vitest';
import { MovableClock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { FolderInUseError } from '../../db/folderGuard.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { runCommand } from '../runCommand.ts';
import { coupons } from './coupons.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

async function run(...args: string[]) {
  return runOn(async () => ({ db: database.db, close: async () => undefined }), ...args);
}

function runOn(open: () => Promise<OpenDatabase>, ...args: string[]) {
  return captureOutput((streams) =>
    runCommand(args, coupons, {
      settings: { currency: 'USD' },
      open,
      clock: new MovableClock(),
      ...streams,
    }),
  );
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

test('an unknown command shows the list of commands', async () => {
  expect(await run('make')).toMatchObject({ code: 2, out: '' });
  expect((await run('--help')).out).toContain('npm run coupons -- create');
});

test('the command asks the operator to stop the server that locks the embedded database', async () => {
  const { code, err } = await runOn(async () => {
    throw new FolderInUseError('.data');
  }, 'list');
  expect(code).toBe(1);
  expect(err).toContain('Stop it first');
});
