import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { creditWallet, forfeitWallet, withdrawBonus, withdrawTopUp } from './credits.ts';
import { negative, spend, totalOf } from './portions.ts';
import { changeWallet, lockWallet, readWallet } from './wallet.ts';

const currency = 'USD';

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    ({ userId } = await world.addRider());
  });

  const credit = (topUp: number, bonus: number, key = `topUp:${randomUUID()}`) =>
    transact(world.deps, (work) =>
      creditWallet(work, { userId, currency, topUp, bonus, reason: 'topUp', key }),
    );
  /** Pays an amount, and returns whether the balance was high enough. */
  const pay = (amount: number) =>
    transact(world.deps, async (work) => {
      const portions = spend(await lockWallet(work, userId, currency), amount);
      if (!portions) return false;
      const change = negative(portions);
      const key = `charge:${randomUUID()}`;
      const about = { userId, currency, key, reason: 'usage', against: 'receivable' } as const;
      await changeWallet(work, { ...about, change });
      return true;
    });
  const balance = () => readWallet(database.db, userId, currency);
  const movements = () =>
    database.db
      .selectFrom('wallet_movements')
      .select(['reason', 'top_up', 'bonus', 'top_up_after', 'bonus_after'])
      .orderBy('id')
      .execute();

  test('a rider without GoCash has a balance of zero', async () => {
    expect(await balance()).toEqual({ topUp: 0, bonus: 0 });
    expect(await pay(1)).toBe(false);
    expect(await movements()).toEqual([]);
  });

  test('each change has its ledger entries and a movement with the new balance', async () => {
    await credit(1000, 200);
    expect(await pay(1050)).toBe(true);
    expect(await balance()).toEqual({ topUp: 0, bonus: 150 });
    expect(await movements()).toEqual([
      { reason: 'topUp', top_up: 1000, bonus: 0, top_up_after: 1000, bonus_after: 0 },
      { reason: 'topUpBonus', top_up: 0, bonus: 200, top_up_after: 1000, bonus_after: 200 },
      { reason: 'usage', top_up: -1000, bonus: -50, top_up_after: 0, bonus_after: 150 },
    ]);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('the same credit cannot be booked twice', async () => {
    await credit(1000, 0, 'topUp:once');
    await expect(credit(1000, 0, 'topUp:once')).rejects.toMatchObject({ code: '23505' });
    expect(await balance()).toEqual({ topUp: 1000, bonus: 0 });
  });

  test('a bonus is withdrawn up to the balance, and a top-up only in full', async () => {
    await credit(500, 300);
    await pay(600);
    const back = { userId, currency, amount: 300, key: 'reversed' };
    const taken = await transact(world.deps, (work) =>
      withdrawBonus(work, { ...back, reason: 'referralReversed' }),
    );
    expect(taken).toBe(200);
    expect(await balance()).toEqual({ topUp: 0, bonus: 0 });
    const tooMuch = transact(world.deps, (work) =>
      withdrawTopUp(work, { ...back, amount: 1, key: 'back', reason: 'topUpRefund' }),
    );
    await expect(tooMuch).rejects.toMatchObject({ code: '23514' });
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a deleted account forfeits its GoCash, and the ledger is balanced', async () => {
    await credit(500, 300);
    await transact(world.deps, (work) => forfeitWallet(work, userId));
    expect(await balance()).toEqual({ topUp: 0, bonus: 0 });
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a hundred concurrent payments spend exactly the balance @slow', async () => {
    await credit(2000, 1030);
    const results = await Promise.all(Array.from({ length: 100 }, () => pay(100)));
    expect(results.filter(Boolean)).toHaveLength(30);
    expect(totalOf(await balance())).toBe(30);
    for (const { top_up_after, bonus_after, bonus } of await movements()) {
      if (bonus < 0) expect(top_up_after).toBe(0);
      expect(bonus_after).toBeGreaterThanOrEqual(0);
    }
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test.each([
    'update wallet_movements set bonus = bonus + 1',
    'delete from wallet_movements',
    'update ledger_entries set amount = amount + 1',
    'delete from ledger_transactions',
  ])('movements cannot be changed: %s', async (statement) => {
    await credit(500, 300);
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('append-only');
  });

  test('the database itself refuses a negative balance', async () => {
    await credit(500, 300);
    const overdrawn = sql`update ledger_accounts set balance = -1 where balance = 300`;
    await expect(overdrawn.execute(database.db)).rejects.toMatchObject({ code: '23514' });
  });

  test('the audit finds a balance that differs from its entries', async () => {
    await credit(500, 300);
    const wrong = sql`update ledger_accounts set balance = 301 where balance = 300`;
    await wrong.execute(database.db);
    const account = `wallet:${userId}:bonus:USD`;
    expect(await auditLedger(database.db)).toEqual([
      `${account} has 301 but 300 is booked`,
      `${account} has 301 but 300 was moved`,
    ]);
  });
});
