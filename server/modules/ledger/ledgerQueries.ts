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
