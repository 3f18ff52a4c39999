import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/* Queries for other queries to join. */

/** All bookings. `rental_id` is null for a booking without a rental. */
export function bookings(db: Db) {
  return db.selectFrom('ledger_transactions').select(['id', 'key', 'rental_id', 'created_at']);
}

/** The entries of the bookings: each moves an amount, in minor units, from one account to another. */
export function bookedEntries(db: Db) {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'transaction_id', 'debit', 'credit', 'amount', 'currency']);
}

/** All accounts; the balance is stored for wallets only. */
export function accounts(db: Db) {
  return db.selectFrom('ledger_accounts').select(['id', 'currency', 'balance']);
}

/**
 * The change by each booking of the money that the payment provider owes us, in minor units.
 * Bookings that do not change it are left out.
 */
export function clearingChanges(db: Db) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
    .where((on) => on.or([on('debit', 'like', 'clearing:%'), on('credit', 'like', 'clearing:%')]))
    .groupBy(['booked.id', 'entry.currency'])
    .select(['booked.key', 'booked.rental_id', 'booked.created_at', 'entry.currency'])
    .select(
      sql<number>`sum(case when debit like 'clearing:%' then amount else -amount end)::int`.as(
        'amount',
      ),
    );
}
