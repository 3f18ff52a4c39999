import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CuttableProxy } from '../testing/network/cuttableProxy.ts';
import { postgresRuns } from '../testing/database.ts';
import { testPostgresUrl } from '../settings/settings.ts';
import { isDatabaseUnavailable } from './databaseUnavailable.ts';
import { inTransaction, openPostgres, type OpenDatabase } from './database.ts';
import { listen } from './notifications.ts';
import { withPreparedStatements } from './preparedStatements.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe.skipIf(!postgresRuns)('a lost database connection', () => {
  let proxy: CuttableProxy;
  let database: OpenDatabase;
  let url: string;
  const uncaught: unknown[] = [];
  const collect = (error: unknown) => uncaught.push(error);

  beforeEach(async () => {
    const address = new URL(testPostgresUrl());
    proxy = await CuttableProxy.open(Number(address.port || 5432), address.hostname);
    address.host = `127.0.0.1:${proxy.port}`;
    url = address.href;
    database = openPostgres(url);
    uncaught.length = 0;
    process.on('uncaughtException', collect);
    process.on('unhandledRejection', collect);
  });
  afterEach(async () => {
    await database.close();
    await proxy.close();
    await nextTurn();
    process.off('uncaughtException', collect);
    process.off('unhandledRejection', collect);
    if (uncaught.length > 0) throw new AggregateError(uncaught, 'errors that nothing caught');
  });

  /**
   * Cuts all connections. The loopback interface delivers the reset at once, but the client handles it in
   * a later turn of the event loop.
   */
  async function cut(): Promise<void> {
    proxy.cut();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  }

  const answer = async () => {
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);
    return rows[0]?.one;
  };

  test('is replaced if it was idle', async () => {
    expect(await answer()).toBe(1);
    await cut();
    expect(await answer()).toBe(1);
  });

  test('makes its statement fail with the error of a lost connection, even if the server closed the connection normally', async () => {
    const slow = sql`select pg_sleep(30)`.execute(database.db);
    const failure = slow.catch((error: unknown) => error);
    expect(await answer()).toBe(1);
    proxy.end();
    expect(await failure).toMatchObject({ code: '08006' });
  });

  test('is reported as lost even if it was never established', async () => {
    const closing = createServer((socket) => void socket.end());
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const address = closing.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const away = openPostgres(`postgres://postgres@127.0.0.1:${port}/postgres`);
    try {
      const asked = sql`select 1`.execute(away.db);
      await expect(asked).rejects.toMatchObject({ code: '08006' });
    } finally {
      await away.close();
      closing.close();
    }
  });

  test('during a statement makes only that statement fail', async () => {
    const slow = sql`select pg_sleep(30)`.execute(database.db);
    const failure = slow.catch((error: unknown) => error);
    expect(await answer()).toBe(1);
    // `cut` also closes the idle connection of the pool, and waits a little, so that the pool notices this.
    await cut();
    expect(isDatabaseUnavailable(await failure)).toBe(true);
    expect(await answer()).toBe(1);
  });

  test('between two statements of a transaction makes the transaction fail', async () => {
    const work = inTransaction(database.db, async (trx) => {
      await sql`select 1`.execute(trx);
      await cut();
      await sql`select 2`.execute(trx);
    });
    await expect(work).rejects.toMatchObject({ code: '08006' });
    expect(await answer()).toBe(1);
  });

  test('after the last statement of a transaction makes the commit fail', async () => {
    const work = inTransaction(database.db, async (trx) => {
      await sql`select 1`.execute(trx);
      await cut();
    });
    await expect(work).rejects.toMatchObject({ code: '08006' });
    expect(await answer()).toBe(1);
  });

  test('that Kysely discards after a failed rollback is removed from the pool', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      const prepared = withPreparedStatements(pool);
      (await prepared.connect()).release();
      expect(pool.totalCount).toBe(1);
      (await prepared.connect()).release(true);
      expect(pool.totalCount).toBe(0);
    } finally {
      await pool.end();
    }
  });

  test('in every client of the pool at once leaves a usable pool', async () => {
    let begun = 0;
    let reportAllBegun = (): void => undefined;
    const allBegun = new Promise<void>((resolve) => (reportAllBegun = resolve));
    const transactions = Array.from({ length: 10 }, () =>
      inTransaction(database.db, async (trx) => {
        await sql`select 1`.execute(trx);
        if (++begun === 10) reportAllBegun();
        await sql`select pg_sleep(30)`.execute(trx);
      }).then(
        () => 'done',
        () => 'failed',
      ),
    );
    await allBegun;
    await cut();
    expect(new Set(await Promise.all(transactions))).toEqual(new Set(['failed']));
    expect(await Promise.all(Array.from({ length: 10 }, answer))).toEqual(Array(10).fill(1));
  });

  test('that was not established yet affects only the call that needs it', async () => {
    const first = answer().catch(() => 'failed');
    proxy.cut();
    expect(await first).toBeDefined();
    expect(await answer()).toBe(1);
  });

  test('of a listener is replaced, and the gap is reported', async () => {
    const errors: unknown[] = [];
    let reportGap = (): void => undefined;
    const gap = new Promise<void>((resolve) => (reportGap = resolve));
    const subscription = listen(url, 'lost', {
      onPayload: () => undefined,
      onGap: () => reportGap(),
      onError: (error) => errors.push(error),
    });
    await subscription.ready;
    await cut();
    await gap;
    await subscription.stop();
    expect(errors.length).toBeGreaterThan(0);
  });
});
