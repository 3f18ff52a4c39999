import type { DocumentedOrder } from '../../../contract/documents.ts';
import type { Db } from '../../db/database.ts';
import { rentalsForOrders } from '../rentalRecords/rentalQueries.ts';
import { findOrders, belongsToHistory } from './findOrders.ts';

export interface Period {
  from: Date;
  /** The end of the period. The period does not include this time. */
  until: Date;
}

const ordersAtOnce = 500;

/**
 * A rider's orders in the history (`belongsToHistory`) that began in a period, the oldest first, in batches of a few
 * hundred orders.
 */
export async function* ordersBetween(
  db: Db,
  userId: string,
  { from, until }: Period,
  now: Date,
): AsyncGenerator<DocumentedOrder[], void, undefined> {
  let after = { at: from, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rentals = await db
      .selectFrom(rentalsForOrders(db).as('rentals'))
      .select(['id', 'created_at'])
      .where('user_id', '=', userId)
      .where('created_at', '<', until)
      .where((of) => of(of.refTuple('created_at', 'id'), '>', of.tuple(after.at, after.id)))
      .where(belongsToHistory(db))
      .orderBy('created_at')
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute();
    const last = rentals.at(-1);
    if (!last) return;
    const ids = rentals.map(({ id }) => id);
    yield (await findOrders(db, ids, now)).toReversed();
    if (rentals.length < ordersAtOnce) return;
    after = { at: last.created_at, id: last.id };
  }
}
