import type { Db } from '../../../db/database.ts';

/** A query that other queries join: the fingerprint of each payment method. */
export function methodCards(db: Db) {
  return db.selectFrom('payment_methods').select(['id', 'fingerprint']);
}

/**
 * The distinct fingerprints of all payment methods that a rider has ever saved. A card has the same fingerprint for
 * every rider. The list omits methods without a fingerprint: the server deletes the fingerprint of a method when it
 * deletes the account, or `chargeableBackMs` after the removal of the method.
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

/**
 * Whether the rider has ever saved a payment method with another fingerprint. A method whose fingerprint was deleted
 * counts, too.
 */
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

/** The riders and guests who have saved a card with this fingerprint. */
export async function ridersWithCard(db: Db, fingerprint: string): Promise<string[]> {
  const riders = await db
    .selectFrom('payment_methods')
    .select('user_id')
    .distinct()
    .where('fingerprint', '=', fingerprint)
    .where('fingerprint', '<>', '')
    .execute();
  return riders.map(({ user_id }) => user_id);
}
