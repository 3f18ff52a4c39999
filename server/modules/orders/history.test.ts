import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus, type Order, type RentalState } from '../../../contract/orders.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { registerUser } from '../auth/users.ts';
import { orderStatus } from '../rentalRecords/machine.ts';
import { createTestDatabase, forEachEngine, postgresRuns } from '../../testing/database.ts';
import { countTouchedPages } from '../../testing/countTouchedPages.ts';
import { addPastOrders } from '../../testing/pastOrders.ts';
import { addStation } from '../../testing/stations.ts';
import { findOrder, listOrders } from './findOrders.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hour = 3_600_000;

/** Adds a rider with this many finished orders. The last order began an hour before `now`. */
async function addRider({ db }: OpenDatabase, count: number) {
  const phone = `+1312${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const { id: userId } = await db
    .transaction()
    .execute((trx) => registerUser(trx, { phone, language: 'en', now }));
  const stationId = await addStation(db);
  const from = new Date(now.getTime() - count * hour);
  const ids = await addPastOrders(db, { userId, stationId, count, from, every: hour });
  return { userId, ids };
}

/**
 * Changes rentals to failed rentals without a payment, as after a refused card. The history does not show such rentals.
 */
async function failAttempts({ db }: OpenDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('rentals')
    .set({ state: 'failed', started_at: null })
    .where('id', 'in', ids)
    .execute();
  await db.updateTable('payments').set({ captured: 0 }).where('rental_id', 'in', ids).execute();
}

forEachEngine((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  const anyState = fc.constantFrom<RentalState>(
    ...(['unpaid', 'paying', 'settling', 'complete', 'lost', 'failed', 'review'] as const),
  );
  const anyHistory = fc.record({
    states: fc.array(anyState, { maxLength: 12 }),
    isOut: fc.boolean(),
    limit: fc.integer({ min: 1, max: 6 }),
    status: fc.option(fc.constantFrom(...OrderStatus.options), { nil: undefined }),
  });

  test('the pages contain every order once, unpaid orders first, and each order equals the answer of the call for one order @slow', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ states, isOut, limit, status }) => {
        const { userId, ids } = await addRider(database, states.length + (isOut ? 1 : 0));
        const stateOf = new Map(
          ids.map((id, index): [string, RentalState] => [id, states[index] ?? 'charging']),
        );
        for (const [id, state] of stateOf) {
          await db.updateTable('rentals').set({ state }).where('id', '=', id).execute();
        }
        const attempts = ids.filter((id) => stateOf.get(id) === 'failed');
        await failAttempts(database, attempts);

        const pages: Order[][] = [];
        for (let cursor: string | undefined; ;) {
          const page = await listOrders(db, userId, { status, limit, cursor }, now);
          pages.push(page.orders);
          if (page.nextCursor === null) break;
          cursor = page.nextCursor;
        }

        const isOwed = (id: string) => ['unpaid', 'paying'].includes(stateOf.get(id) ?? '');
        const wanted = ids.toReversed().filter((id) => {
          const state = stateOf.get(id) ?? 'charging';
          return !attempts.includes(id) && (!status || orderStatus(state) === status);
        });
        const owed = wanted.filter(isOwed);
        const others = wanted.filter((id) => !isOwed(id));
        const listed = pages.flat();
        expect(listed.map(({ id }) => id)).toEqual([...owed, ...others]);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(others.length / limit)));
        for (const order of listed) {
          expect(order).toEqual(await findOrder(db, userId, order.id, now));
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

describe.skipIf(!postgresRuns)('on PostgreSQL with a long history', () => {
  let database: OpenDatabase;
  let userId: string;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    const rider = await addRider(database, 5000);
    ({ userId } = rider);
    await failAttempts(database, rider.ids.slice(-5));
    await sql`vacuum (analyze)`.execute(database.db);
  }, 120_000);
  afterAll(() => database.close());

  /** The maximum number of database pages that twenty orders need with all their data. */
  const mostPages = 150;

  test.each([undefined, ...OrderStatus.options])(
    'a page of %s reads only a few database pages',
    async (status) => {
      const read = (cursor?: string) =>
        countTouchedPages(database.db, (db) =>
          listOrders(db, userId, { status, cursor, limit: 20 }, now),
        );
      expect(await read()).toBeLessThan(mostPages);
      const { nextCursor } = await listOrders(database.db, userId, { status, limit: 20 }, now);
      if (nextCursor !== null) expect(await read(nextCursor)).toBeLessThan(mostPages);
    },
  );

  test('a connection uses the stored plan of the first page after a few calls', async () => {
    await database.db.connection().execute(async (db) => {
      for (let round = 0; round < 10; round++) await listOrders(db, userId, { limit: 20 }, now);
      const { rows } = await sql<{ planned: number }>`
        select distinct custom_plans as planned from pg_prepared_statements
        where generic_plans >= 5 and statement like '%from "rentals"%'`.execute(db);
      // PostgreSQL plans with the actual values five times. After that, PostgreSQL decides whether it continues to plan
      // with the actual values.
      expect(rows).toEqual([{ planned: 5 }]);
    });
  });

  test("another rider's orders are not visible", async () => {
    const stranger = randomUUID();
    expect(await listOrders(database.db, stranger, { limit: 20 }, now)).toEqual({
      orders: [],
      nextCursor: null,
    });
  });
});
