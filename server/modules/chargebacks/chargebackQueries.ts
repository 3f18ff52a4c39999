import type { Db } from '../../db/database.ts';

/** A query for other queries to join: the amounts of each chargeback, in minor units. */
export function chargebackAmounts(db: Db) {
  return db
    .selectFrom('chargebacks')
    .select(['id', 'provider_id', 'state', 'withdrawn', 'reinstated', 'lost']);
}
