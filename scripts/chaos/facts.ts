import { sql } from 'kysely';
import type { Order, RentalFailure, RentalState } from '../../contract/orders.ts';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../server/db/database.ts';
import { findTexts } from '../../server/testing/privacy/findTexts.ts';
import type { Closing } from './desk.ts';
import type { Attempt, WalletView } from './rider.ts';
import type { ChargerTrip } from './trips.ts';
import { canChangeLedger, countPlain, searchLogs } from './leaks.ts';
import type { Violation } from './invariants.ts';
import type { World } from './world.ts';

/** The data that the checker compares. Each part comes from a different source. */
export interface Facts {
  /** The real chargers and cabinets. The server's tables may differ. */
  readonly fleet: {
    readonly stock: readonly string[];
    readonly trips: readonly ChargerTrip[];
    readonly slots: readonly HeldSlot[];
    readonly habits: readonly Habits[];
  };
  readonly riders: {
    readonly attempts: readonly Attempt[];
    /** Orders of all riders, read over HTTP. */
    readonly orders: readonly Pick<
      Order,
      'id' | 'number' | 'paid' | 'total' | 'state' | 'status'
    >[];
    readonly wallets: readonly WalletView[];
    /** The ids of the orders that became free, according to the answer to the rider. */
    readonly freed: readonly string[];
    /** The time at which the riders began to read their orders. */
    readonly readAt: Date;
  };
  readonly provider: {
    readonly intents: readonly IntentFact[];
    readonly refunds: readonly RefundFact[];
  };
  readonly desk: { readonly closings: readonly Closing[] };
  readonly books: Books;
  /** Personal data that was found in the logs of the processes. */
  readonly logs: readonly { readonly file: string; readonly what: string }[];
  /** Violations that were found during the run itself. */
  readonly seen: readonly Violation[];
}

/** The faults of a cabinet. Because of these faults, the server cannot detect or prevent some errors. */
interface Habits {
  readonly stationId: string;
  readonly ignoresExpiry: boolean;
  readonly forgetsCommands: boolean;
  readonly hasRightClock: boolean;
}

interface HeldSlot {
  readonly stationId: string;
  readonly slot: number;
  readonly charger: string;
}

export interface IntentFact {
  readonly id: string;
  /** The order number from the description of the payment. */
  readonly order: string;
  /** The idempotency key of the call that created this payment, from its metadata. */
  readonly key: string;
  readonly status: string;
  /** True for a hold, which the server captures or voids later. False for an immediate charge. */
  readonly isHold: boolean;
  readonly received: number;
  /** The amount that can still be captured. */
  readonly held: number;
}

interface RefundFact {
  readonly intent: string;
  readonly key: string;
  readonly amount: number;
}

/** The content of the database. */
interface Books {
  readonly rentals: readonly RentalFact[];
  readonly slots: readonly HeldSlot[];
  readonly payments: readonly PaymentFact[];
  /** GoCash of each rental: the amount that is still reserved, and the spent amount minus refunds. */
  readonly goCash: ReadonlyMap<string, GoCashFact>;
  /** Balance of each account: debits minus credits. */
  readonly accounts: ReadonlyMap<string, number>;
  /** Amount that is still due for each rental, from the ledger. */
  readonly receivable: ReadonlyMap<string, number>;
  readonly cases: readonly CaseFact[];
  readonly claims: readonly ClaimFact[];
  /** The keys of the jobs that are due now. */
  readonly openJobs: readonly string[];
  readonly ledgerIsWritable: boolean;
  /** The number of sessions of the run that are stored as plain text. */
  readonly plainSessions: number;
  /** Columns that still have the phone number of a deleted account. */
  readonly remains: readonly { readonly phone: string; readonly column: string }[];
}

export interface RentalFact {
  readonly id: string;
  readonly number: string;
  readonly state: RentalState;
  readonly failure: RentalFailure | null;
  readonly charger: string;
  readonly userId: string;
  readonly stationId: string;
  readonly tariff: Tariff;
  /** The id of the rental's current eject command. */
  readonly ejectCommand: string | null;
  readonly ejectExpiresAt: Date | null;
  /** The state of the exchange of the first charger for a second charger. Null if the rental had only one charger. */
  readonly swap: string | null;
  /** From this time on, the rental costs nothing more. Null without a confirmed claim. */
  readonly claimedAt: Date | null;
  /** By how many seconds refused claims have moved the deadlines of the rental. */
  readonly movedSeconds: number;
  /**
   * The hold stays until the cabinet shows whether the charger came out, but at most until this time. Null if the
   * rental is not held.
   */
  readonly heldUntil: Date | null;
  readonly startedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly returnStationId: string | null;
  readonly total: number | null;
  /**
   * The unpaid rest of the bill that no card can pay, because the rest is below the minimum charge.
   */
  readonly waived: number;
  /** The sum of support's refunds and waivers in the bill. */
  readonly loweredBySupport: number;
  /** The time of the last change of the rental's row. */
  readonly changedAt: Date;
}

interface ClaimFact {
  readonly id: string;
  readonly rentalId: string;
  readonly kind: string;
  readonly state: string;
  /** From this time on, the cost stood still. */
  readonly claimedAt: Date;
  readonly endedAt: Date | null;
}

interface PaymentFact {
  readonly id: string;
  readonly intent: string | null;
  readonly state: string;
  readonly captured: number;
  readonly refunded: number;
}

interface GoCashFact {
  readonly reserved: number;
  readonly spent: number;
}

interface CaseFact {
  readonly kind: string;
  readonly key: string;
  readonly number: string;
  readonly rentalId: string | null;
  readonly closedBy: string | null;
  readonly outcome: Closing['outcome'];
  /** The number of times that this case was closed, according to the record of operators. */
  readonly closes: number;
}

export interface Observed {
  readonly riders: Facts['riders'];
  readonly desk: Facts['desk'];
  readonly seen: readonly Violation[];
  /** The sessions of all riders, as their browsers sent them. */
  readonly sessions: readonly string[];
  /** The phone numbers of the accounts that were deleted at the end. */
  readonly deletedPhones: readonly string[];
}

/** Reads the facts from all sources. Call this function when nothing is in progress any more. */
export async function gather(
  world: World,
  { riders, desk, seen, sessions, deletedPhones }: Observed,
): Promise<Facts> {
  const { trips, stock, cabinets, stripe, database, folder } = world;
  return {
    fleet: {
      stock,
      trips: trips.trips,
      slots: cabinets.flatMap(({ cabinet: { stationId, slots } }) =>
        [...slots].flatMap(([slot, charger]) => (charger ? [{ stationId, slot, charger }] : [])),
      ),
      habits: cabinets.map(({ cabinet: { stationId, behaviour } }) => ({
        stationId,
        ignoresExpiry: behaviour.ignoresExpiry,
        forgetsCommands: behaviour.forgetsCommands,
        hasRightClock: !behaviour.hasNoClock && behaviour.skewSeconds === 0,
      })),
    },
    riders,
    desk,
    provider: {
      intents: [...stripe.account.intents.values()].map(
        ({ id, metadata, status, capture_method, amount_received, amount_capturable }) => ({
          id,
          order: metadata['order'] ?? '',
          key: metadata['key'] ?? '',
          status,
          isHold: capture_method === 'manual',
          received: amount_received,
          held: amount_capturable,
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
    books: {
      ...(await readBooks(database.db)),
      ledgerIsWritable: await canChangeLedger(database.db),
      plainSessions: await countPlain(database.db, sessions),
      remains: (await findTexts(database.db, deletedPhones)).map(({ text, column }) => ({
        phone: text,
        column,
      })),
    },
    logs: await searchLogs(folder, sessions),
    seen,
  };
}

/** The part of the database's content that `readBooks` reads in one transaction. */
export type ReadBooks = Omit<Books, 'ledgerIsWritable' | 'plainSessions' | 'remains'>;

/**
 * Reads everything in one read-only transaction, with SQL statements that the product does not use.
 */
export function readBooks(db: Db): Promise<ReadBooks> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      rentals: (
        await sql<RentalFact>`select id, number, state, failure, charger, user_id as "userId",
          station_id as "stationId", tariff, eject_expires_at as "ejectExpiresAt",
          eject_command as "ejectCommand",
          (select state from charger_swaps where rental_id = rentals.id) as swap,
          held_until as "heldUntil",
          started_at as "startedAt", returned_at as "returnedAt",
          return_station_id as "returnStationId", total,
          coalesce((select -sum((line ->> 'amount')::int) from jsonb_array_elements(lines) as line
            where line ->> 'kind' = 'waived'), 0)::int as waived,
          coalesce((select -sum((line ->> 'amount')::int) from jsonb_array_elements(lines) as line
            where line ->> 'kind' = 'supportRefund'), 0)::int as "loweredBySupport",
          (select max(claimed_at) from rental_claims where rental_id = rentals.id
            and state = 'confirmed') as "claimedAt", moved_seconds as "movedSeconds",
          changed_at as "changedAt" from rentals`.execute(trx)
      ).rows,
      slots: (
        await sql<HeldSlot>`select station_id as "stationId", slot, charger from slots
          where charger is not null`.execute(trx)
      ).rows,
      payments: (
        await sql<PaymentFact>`select id, provider_authorization as intent, state, captured,
          refunded from payments where source = 'provider'`.execute(trx)
      ).rows,
      goCash: new Map(
        (
          await sql<GoCashFact & { id: string }>`select rental_id as id,
              sum(case when state = 'authorized' then amount else 0 end)::int as reserved,
              sum(captured - refunded)::int as spent
            from payments where source = 'goCash' group by rental_id`.execute(trx)
        ).rows.map(({ id, reserved, spent }) => [id, { reserved, spent }]),
      ),
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
        await sql<CaseFact>`select kind, key, number, rental_id as "rentalId", outcome,
          closed_by as "closedBy", (select count(*)::int from operator_actions
            where subject = support_cases.number and action = 'case.close') as closes
          from support_cases`.execute(trx)
      ).rows,
      claims: (
        await sql<ClaimFact>`select id, rental_id as "rentalId", kind, state,
          claimed_at as "claimedAt", ended_at as "endedAt" from rental_claims`.execute(trx)
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

/** Returns each job that is due and not leased, with the seconds since the job became due or its lease ended. */
export async function waitingJobs(db: Db): Promise<{ key: string; waited: number }[]> {
  const { rows } = await sql<{ key: string; waited: number }>`select key,
      extract(epoch from clock_timestamp() - greatest(run_at, leased_until))::float8 as waited
    from outbox
    where done_at is null and greatest(run_at, leased_until) < clock_timestamp()`.execute(db);
  return rows;
}
