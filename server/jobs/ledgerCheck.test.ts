import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { createTestDatabase, preferredEngine } from '../testing/database.ts';
import { RentalWorld } from '../testing/rentalWorld.ts';
import { startLedgerCheck } from './ledgerCheck.ts';

const hour = 60 * 60;

let database: OpenDatabase;
let world: RentalWorld;
beforeAll(async () => {
  database = await createTestDatabase(preferredEngine);
  world = await RentalWorld.on(database.db);
});
afterAll(() => database.close());

test('the job checks the ledger each night, and reports differences to support', async () => {
  // The clock of the test shows noon.
  await startLedgerCheck(world.deps);
  const rider = await world.addRider();
  await world.giveGoCash(rider, 500);
  await world.pass(16 * hour);
  expect(await world.cases()).toEqual([]);

  await sql`update ledger_accounts set balance = 501 where balance = 500`.execute(database.db);
  await world.pass(22 * hour);
  expect(await world.cases()).toEqual([]);
  await world.pass(2 * hour);
  expect(await world.cases()).toEqual(['ledgerDifference:2026-11-04']);
  const { details } = await database.db
    .selectFrom('support_cases')
    .select('details')
    .executeTakeFirstOrThrow();
  const account = `wallet:${rider.userId}:topUp:USD`;
  expect(details).toEqual({
    count: 2,
    findings: [`${account} has 501 but 500 is booked`, `${account} has 501 but 500 was moved`],
  });

  // After several missed nights, the job checks the ledger only once.
  await world.pass(72 * hour);
  expect(await world.cases()).toHaveLength(2);
});
