import type { Db } from '../../db/database.ts';

/*
 * Queries for other queries to join. PostgreSQL plans a join with one of them like a join with the
 * table.
 */

/** What each payment took and gave back, in minor units of its currency, and what it is for. */
export function paymentAmounts(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'user_id', 'rental_id', 'top_up_id', 'purpose', 'source', 'state'])
    .select(['currency', 'amount', 'captured', 'refunded', 'created_at']);
}
