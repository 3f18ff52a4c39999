import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { bookBill, bookCharge } from './ledger.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let rentalId: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    world = await RentalWorld.on(database.db);
    const home = await world.addCabinet(['c1', null]);
    rentalId = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(3600);
    home.push('c1');
    await world.settle();
  });
  afterAll(() => database.close());

  test('after a settled rental, the ledger has the revenue, no debt and no hold', async () => {
    const { rows } = await sql<{ account: string; balance: number }>`
      select account, sum(amount) as balance from (
        select debit as account, amount from ledger_entries
        union all select credit, -amount from ledger_entries) as moved
      group by account having sum(amount) <> 0 order by account`.execute(database.db);
    expect(rows).toEqual([
      { account: 'clearing:USD', balance: 200 },
      { account: 'revenue:unlockFee:USD', balance: -100 },
      { account: 'revenue:usage:USD', balance: -100 },
    ]);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test.each([
    'update ledger_entries set amount = amount + 1',
    'delete from ledger_entries',
    'update ledger_transactions set key = key',
    'delete from ledger_transactions',
  ])('entries of the ledger cannot be changed: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('append-only');
  });

  test('a second booking with the same key is refused', async () => {
    const lines = [{ kind: 'usage' as const, amount: 100 }];
    const again = transact(world.deps, (work) =>
      bookBill(work, { rentalId, currency: 'USD', lines }),
    );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  test('the audit finds a payment that differs from its entries', async () => {
    const payment = await database.db
      .selectFrom('payments')
      .selectAll()
      .where('purpose', '=', 'rental')
      .executeTakeFirstOrThrow();
    await transact(world.deps, (work) => bookCharge(work, payment));
    expect(await auditLedger(database.db)).toEqual([
      `payment ${payment.id} kept 200 but 2300 is booked`,
      `complete rental ${rentalId} is off by -2100`,
    ]);
  });
});
