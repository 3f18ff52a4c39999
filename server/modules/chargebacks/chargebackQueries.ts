import type { Db } from '../../db/database.ts';

/** Query for other queries to join: the money of each chargeback, in minor units. */
export function chargebackAmounts(db: Db) {
  return db
    .selectFrom('chargebacks')
    .select(['id', 'provider_id', 'state', 'withdrawn', 'reinstated', 'lost']);
}
