import { sql } from 'kysely';
import type { Order, RentalFailure, RentalState } from '../../contract/orders.ts';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../server/db/database.ts';
import type { Attempt } from './rider.ts';
import type { ChargerTrip } from './truth.ts';
import type { World } from './world.ts';

/** The data that the checker compares, read from each side separately. */
export interface Facts {
  readonly truth: {
    readonly stock: readonly string[];
    readonly outings: readonly ChargerTrip[];
    readonly slots: readonly HeldSlot[];
  };
  readonly riders: {
    readonly attempts: readonly Attempt[];
    /** Orders of all riders, read over HTTP. */
    readonly orders: readonly Pick<
      Order,
      'id' | 'number' | 'paid' | 'total' | 'state' | 'status'
    >[];
  };
  readonly provider: {
    readonly intents: readonly IntentFact[];
    readonly refunds: readonly RefundFact[];
  };
  readonly books: Books;
}

interface HeldSlot {
  readonly stationId: string;
  readonly slot: number;
  readonly charger: string;
}

export interface IntentFact {
  readonly id: string;
  /** The order number in the description. */
  readonly order: string;
  /** The id of the payment in our database that caused it. */
  readonly key: string;
  readonly status: string;
  /** A hold, which is captured later; otherwise charged at once. */
  readonly isHold: boolean;
  readonly received: number;
}

interface RefundFact {
  readonly intent: string;
  readonly key: string;
  readonly amount: number;
}

/** The content of the database. */
export interface Books {
  readonly rentals: readonly RentalFact[];
  readonly slots: readonly HeldSlot[];
  readonly payments: readonly PaymentFact[];
  /** Sum of the entries of each account: debits minus credits. */
  readonly accounts: ReadonlyMap<string, number>;
  /** Amount still owed for each rental, from the ledger. */
  readonly receivable: ReadonlyMap<string, number>;
  readonly cases: readonly CaseFact[];
  /** Jobs that are due now. */
  readonly openJobs: readonly string[];
}

export interface RentalFact {
  readonly id: string;
  readonly number: string;
  readonly state: RentalState;
  readonly failure: RentalFailure | null;
  readonly charger: string;
  readonly stationId: string;
  readonly tariff: Tariff;
  readonly startedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly total: number | null;
}

interface PaymentFact {
  readonly id: string;
  readonly intent: string | null;
  readonly state: string;
  readonly captured: number;
  readonly refunded: number;
}

interface CaseFact {
  readonly kind: string;
  readonly rentalId: string | null;
}

/** Reads every side after the run has settled. */
export async function gather(world: World, riders: Facts['riders']): Promise<Facts> {
  const { truth, stock, cabinets, stripe, database } = world;
  return {
    truth: {
      stock,
      outings: truth.outings,
      slots: cabinets.flatMap(({ cabinet: { stationId, slots } }) =>
        [...slots].flatMap(([slot, charger]) => (charger ? [{ stationId, slot, charger }] : [])),
      ),
    },
    riders,
    provider: {
      intents: [...stripe.account.intents.values()].map(
        ({ id, metadata, status, capture_method, amount_received }) => ({
          id,
          order: metadata['order'] ?? '',
          key: metadata['key'] ?? '',
          status,
          isHold: capture_method === 'manual',
          received: amount_received,
        }),
      ),
      refunds: stripe.account.refunds
        .filter(({ status }) => status !== 'failed')
        .map(({ payment_intent, metadata, amount }) => ({
          intent: payment_intent,
          key: metadata['key'] ?? '',
          amount,
        })),
    },
    books: await readBooks(database.db),
  };
}

/** Reads in one read-only transaction, with separate SQL statements. */
export function readBooks(db: Db): Promise<Books> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      rentals: (
        await sql<RentalFact>`select id, number, state, failure, charger, station_id as "stationId", tariff,
          started_at as "startedAt", returned_at as "returnedAt", total from rentals`.execute(trx)
      ).rows,
      slots: (
        await sql<HeldSlot>`select station_id as "stationId", slot, charger from slots
          where charger is not null`.execute(trx)
      ).rows,
      payments: (
        await sql<PaymentFact>`select id, provider_authorization as intent, state, captured,
          refunded from payments where source = 'provider'`.execute(trx)
      ).rows,
      accounts: sums(
        await sql<Sum>`select account as name, sum(amount)::int as amount from (
          select debit as account, amount from ledger_entries
          union all select credit, -amount from ledger_entries) as entry
          group by account`.execute(trx),
      ),
      receivable: sums(
        await sql<Sum>`select rental_id as name, sum(case
            when debit like 'receivable:%' then amount
            when credit like 'receivable:%' then -amount else 0 end)::int as amount
          from ledger_entries join ledger_transactions booked on booked.id = transaction_id
          where rental_id is not null group by rental_id`.execute(trx),
      ),
      cases: (
        await sql<CaseFact>`select kind, rental_id as "rentalId" from support_cases`.execute(trx)
      ).rows,
      openJobs: (
        await sql<{ key: string }>`select key from outbox
          where done_at is null and run_at < clock_timestamp()`.execute(trx)
      ).rows.map(({ key }) => key),
    }));
}

interface Sum {
  name: string;
  amount: number;
}

function sums({ rows }: { rows: Sum[] }): ReadonlyMap<string, number> {
  return new Map(rows.map(({ name, amount }) => [name, amount]));
}

/** For each job that is due and not leased: for how many seconds it has been due. */
export async function waitingJobs(db: Db): Promise<{ key: string; waited: number }[]> {
  const { rows } = await sql<{ key: string; waited: number }>`select key,
      extract(epoch from clock_timestamp() - greatest(run_at, leased_until))::float8 as waited
    from outbox
    where done_at is null and greatest(run_at, leased_until) < clock_timestamp()`.execute(db);
  return rows;
}
