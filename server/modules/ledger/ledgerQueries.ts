import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/* Subqueries that other queries join. */

/** All bookings. `rental_id` is null for a booking without a rental. */
export function bookings(db: Db) {
  return db.selectFrom('ledger_transactions').select(['id', 'key', 'rental_id', 'created_at']);
}

/** The entries of the bookings. Each entry moves an amount, in minor units, from one account to another. */
export function bookedEntries(db: Db) {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'transaction_id', 'debit', 'credit', 'amount', 'currency']);
}

/** All accounts. Only wallets have a stored balance. */
export function accounts(db: Db) {
  return db.selectFrom('ledger_accounts').select(['id', 'currency', 'balance']);
}

/**
 * The change that each booking makes to the money that the payment provider owes the operator, in minor units. Bookings
 * without such a change are not in the result.
 */
export function clearingChanges(db: Db) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
    .where((on) => on.or([on('debit', 'like', 'clearing:%'), on('credit', 'like', 'clearing:%')]))
    .groupBy(['booked.id', 'entry.currency'])
    .select(['booked.key', 'booked.rental_id', 'booked.created_at', 'entry.currency'])
    .select(
      sql<number>`sum(case when debit like 'clearing:%' then amount else -amount end)::bigint`.as(
        'amount',
      ),
    );
}

/**
 * The bookings of rentals that are payments, refunds or reversals of failed refunds, with the amount in minor units. A
 * refund has an amount below zero; a payment or a reversal has an amount above zero. Bills, holds and chargebacks are
 * not in the result.
 */
export function sales(db: Db) {
  const amount = sql<number>`sum(case
    when credit like 'receivable:%' and debit not like 'revenue:%' then amount
    when debit like 'receivable:%' and credit not like 'revenue:%' then -amount
    else 0 end)::int`;
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
    .where('booked.rental_id', 'is not', null)
    .groupBy(['booked.id', 'booked.rental_id', 'booked.created_at', 'entry.currency'])
    .having(amount, '<>', 0)
    .select(['booked.id', 'booked.rental_id', 'booked.created_at', 'entry.currency'])
    .select((of) => of.fn.min('entry.id').as('first_entry'))
    .select(amount.as('amount'));
}

/** The amount by which each booking changes the operator's debt to the owners of venues, in minor units. */
export function venuesPayableChanges(db: Db) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
    .where((on) =>
      on.or([on('debit', 'like', 'venuesPayable:%'), on('credit', 'like', 'venuesPayable:%')]),
    )
    .groupBy(['booked.key', 'entry.currency'])
    .select(['booked.key', 'entry.currency'])
    .select(
      sql<number>`sum(case when credit like 'venuesPayable:%' then amount else -amount end)::bigint`.as(
        'amount',
      ),
    );
}
