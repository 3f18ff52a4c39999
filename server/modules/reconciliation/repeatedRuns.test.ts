import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import type { BalanceTransaction } from '../../providers/payments/balance.ts';
import { createTestDatabase, preferredEngine } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../db/unitOfWork.ts';
import { bookCharge, bookRefund } from '../ledger/ledger.ts';
import { reconcile } from './reconcile.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase(preferredEngine);
});
afterAll(() => database.close());

interface Paid {
  amount: number;
  refund: number | null;
  /**
   * `nothing` if the provider has no transaction for the payment. Otherwise the amount of the
   * provider's transaction minus the amount of the booking.
   */
  theirs: 'nothing' | number;
  /** Whether the provider also has a failed refund that the server did not book. */
  refundFailed: boolean;
}

const paid = fc.record({
  amount: fc.constantFrom(100, 250),
  refund: fc.constantFrom(null, null, 50, 100),
  theirs: fc.constantFrom<Paid['theirs']>(0, 0, 0, 'nothing', 1, -1),
  refundFailed: fc.boolean(),
});
/**
 * One run of the reconciliation: the size of a page, and the number of transactions that the provider has at that time.
 */
const run = fc.record({
  pageSize: fc.integer({ min: 1, max: 5 }),
  seen: fc.integer({ min: 0, max: 30 }),
});

const hourMs = 60 * 60_000;

/** Books the payments, and returns the provider's transactions for them. */
async function pay(world: RentalWorld, all: readonly Paid[]): Promise<BalanceTransaction[]> {
  const transactions: BalanceTransaction[] = [];
  const { userId, cards } = await world.addRider();
  for (const [i, { amount, refund, theirs, refundFailed }] of all.entries()) {
    const authorization = `auth-${i}`;
    await transact(world.deps, async (work) => {
      const topUp = await work.trx
        .insertInto('top_ups')
        .values({
          id: randomUUID(),
          number: `T-${i}`,
          user_id: userId,
          payment_method_id: cards.get('pays') ?? '',
          state: 'credited',
          currency: 'USD',
          amount,
          bonus: 0,
          created_at: work.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const payment = await work.trx
        .insertInto('payments')
        .values({
          id: randomUUID(),
          user_id: userId,
          top_up_id: topUp.id,
          payment_method_id: cards.get('pays') ?? '',
          purpose: 'topUp',
          state: 'captured',
          currency: 'USD',
          amount,
          captured: amount,
          refunded: refund ?? 0,
          provider_authorization: authorization,
          created_at: work.now,
          changed_at: work.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await bookCharge(work, payment);
      if (refund !== null) await bookRefund(work, payment, refund, refund);
    });
    const add = (kind: BalanceTransaction['kind'], gross: number, fee = 0) =>
      transactions.push({
        id: `txn-${i}-${kind}-${transactions.length}`,
        kind,
        type: kind,
        authorization,
        charged: { amount: gross, currency: 'USD' },
        gross,
        fee,
        net: gross - fee,
        currency: 'USD',
        createdAt: world.clock.now(),
        availableAt: world.clock.now(),
        payout: null,
      });
    if (theirs !== 'nothing') add('charge', amount + theirs, 3);
    if (refund !== null) add('refund', -refund);
    if (refundFailed) {
      add('refund', -30);
      add('refundFailure', 30);
    }
  }
  return transactions;
}

/** Books the payments, compares several times, and returns the result of the last comparison. */
async function outcomeOf(
  all: readonly Paid[],
  runs: readonly { pageSize: number; seen: number }[],
) {
  const { db } = database;
  const world = await RentalWorld.on(db);
  const transactions = await pay(world, all);
  world.clock.advance((25 * hourMs) / 1000);
  for (const { pageSize, seen } of [...runs, { pageSize: 2, seen: transactions.length }]) {
    const visible = transactions.slice(0, seen).toReversed();
    world.payments.readBalance = async () => ({
      outcome: 'balance',
      amounts: [{ currency: 'USD', amount: visible.reduce((sum, { net }) => sum + net, 0) }],
    });
    world.payments.listTransactions = async ({ after }) => {
      const from = visible.findIndex(({ id }) => id === after) + 1;
      const page = visible.slice(from, from + pageSize);
      const isLast = from + pageSize >= visible.length;
      return {
        outcome: 'page',
        transactions: page,
        next: isLast ? null : (page.at(-1)?.id ?? null),
      };
    };
    expect(await reconcile(world.deps)).toBe(true);
  }
  const differences = await db
    .selectFrom('reconciliation_differences')
    .select(['kind', 'amount'])
    .where('explained_at', 'is', null)
    .orderBy('kind')
    .orderBy('amount')
    .execute();
  const states = await db
    .selectFrom('provider_transactions')
    .select(['id', 'state'])
    .orderBy('id')
    .execute();
  const bookings = await db
    .selectFrom('ledger_transactions')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const cases = await db.selectFrom('support_cases').select('key').execute();
  expect(new Set(cases.map(({ key }) => key)).size).toBe(cases.length);
  return { differences, states, bookings };
}

test('any size of pages and any number of runs give the same result @slow', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(paid, { minLength: 1, maxLength: 6 }),
      fc.array(run, { maxLength: 4 }),
      async (all, runs) => {
        const once = await outcomeOf(all, []);
        expect(await outcomeOf(all, runs)).toEqual(once);
        const expected = all.flatMap(({ amount, theirs }) => {
          if (theirs === 0) return [];
          return theirs === 'nothing'
            ? [{ kind: 'missingThere', amount: -amount }]
            : [{ kind: 'otherAmount', amount: theirs }];
        });
        expect(once.differences).toHaveLength(expected.length);
        expect(once.differences).toEqual(expect.arrayContaining(expected));
      },
    ),
    { numRuns: 5 },
  );
}, 180_000);
