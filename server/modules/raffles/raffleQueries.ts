import type { Db } from '../../db/database.ts';

/* Other queries join these queries. */

/** The number of the next entry in each raffle. The id of a raffle is the id of its campaign. */
export function raffleNumbers(db: Db) {
  return db.selectFrom('raffles').select(['campaign_id', 'next_number']);
}

/** The numbers of all entries of raffles. */
export function entryNumbers(db: Db) {
  return db.selectFrom('raffle_entries').select(['raffle_id', 'number']);
}
