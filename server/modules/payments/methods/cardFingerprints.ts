import type { Db } from '../../../db/database.ts';

/** For joins: the fingerprint of each method. */
export function methodCards(db: Db) {
  return db.selectFrom('payment_methods').select(['id', 'fingerprint']);
}

/**
 * The distinct fingerprints of the methods that a rider has ever saved. A card has the same fingerprint for
 * every rider. Methods without a fingerprint are left out: it was deleted with the account, or long after the
 * method was removed.
 */
export async function cardFingerprints(db: Db, userId: string): Promise<string[]> {
  const cards = await db
    .selectFrom('payment_methods')
    .select('fingerprint')
    .distinct()
    .where('user_id', '=', userId)
    .where('fingerprint', '<>', '')
    .execute();
  return cards.map(({ fingerprint }) => fingerprint);
}

/** Whether the rider has ever saved another card. Its fingerprint may have been deleted. */
export async function hasOtherCard(db: Db, userId: string, fingerprint: string): Promise<boolean> {
  const other = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', userId)
    .where('fingerprint', '<>', fingerprint)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
