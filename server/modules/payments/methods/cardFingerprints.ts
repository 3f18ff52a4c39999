import type { Db } from '../../../db/database.ts';

/** For joins: the fingerprint of each method. */
export function methodCards(db: Db) {
  return db.selectFrom('payment_methods').select(['id', 'fingerprint']);
}

/**
 * The distinct fingerprints of all methods that a rider has ever saved. A card has the same
 * fingerprint for every rider. A deleted account has only the empty fingerprint.
 */
export async function cardFingerprints(db: Db, userId: string): Promise<string[]> {
  const cards = await db
    .selectFrom('payment_methods')
    .select('fingerprint')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return cards.map(({ fingerprint }) => fingerprint);
}
