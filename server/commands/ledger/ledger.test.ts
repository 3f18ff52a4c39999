import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../db/database.ts';
import { guardFolder } from '../../db/folderGuard.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { runCommand } from '../runCommand.ts';
import { ledger } from './ledger.ts';

let database: OpenDatabase;
let world: RentalWorld;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
  world = await RentalWorld.on(database.db);
});
afterAll(() => database.close());

async function run(...args: string[]) {
  return runOn(async () => ({ db: database.db, close: async () => undefined }), ...args);
}

function runOn(open: () => Promise<OpenDatabase>, ...args: string[]) {
  return captureOutput((streams) => runCommand(args, ledger, { open, ...streams }));
}

test('the command reports a correct ledger, and fails with one line for each difference', async () => {
  const rider = await world.addRider();
  await world.giveGoCash(rider, 500);
  const right = { code: 0, out: 'The ledger is correct: no difference.\n', err: '' };
  expect(await run('check')).toEqual(right);

  await sql`update ledger_accounts set balance = 499 where balance = 500`.execute(database.db);
  const account = `wallet:${rider.userId}:topUp:USD`;
  expect(await run('check')).toEqual({
    code: 1,
    out: `${account} has 499 but 500 is booked\n${account} has 499 but 500 was moved\n`,
    err: '2 differences.\n',
  });
});

test('an unknown command shows the list of commands', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, err: '' });
  expect(await run()).toMatchObject({ code: 2, out: '' });
  const wrong = await run('chekc');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('There is no command chekc.');
});

test('the command asks the operator to stop the server that locks the embedded database', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledger-'));
  const release = await guardFolder(folder);
  const open = () => openDatabase({ databaseUrl: null, dataDir: folder });
  const refused = await runOn(open, 'check');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('Stop it first');
  await release();
  await rm(folder, { recursive: true });
});
