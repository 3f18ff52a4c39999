import type { Db } from '../../../db/database.ts';

/** For joins: the fingerprint of each method. */
export function methodCards(db: Db) {
  return db.selectFrom('payment_methods').select(['id', 'fingerprint']);
}

/**
 * The fingerprints of all methods that a rider has ever saved, each once. The same card has the same
 * fingerprint with every rider. A deleted account has only an empty one.
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
