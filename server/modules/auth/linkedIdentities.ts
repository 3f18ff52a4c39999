import type { Selectable } from 'kysely';
import { lockText } from '../../db/advisoryLocks.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

/** A social account that is linked to a rider's account. Its issuer and its subject identify it. */
export type IdentityRow = Selectable<Database['identities']>;

/** The social accounts of a rider, in the order in which they were linked. */
export function identitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('provider')
    .execute();
}

/**
 * Returns the id of the rider who has this identity, or null if there is no such rider. The
 * function locks the identity, so that concurrent sign-ins with a new identity create only one
 * user.
 */
export async function lockIdentity(
  trx: Trx,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<string | null> {
  const key = `${issuer} ${subject}`;
  await lockText(trx, 'identity', key);
  const known = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return known?.user_id ?? null;
}

/**
 * Stores an identity. Returns false if the identity is already linked, or if the rider has another identity
 * of the same provider.
 */
export async function insertIdentity(
  trx: Trx,
  { issuer, subject, user_id, provider, label, linked_at }: IdentityRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id, provider, label, linked_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes the label of an identity. */
export async function renameIdentity(
  trx: Trx,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
  label: string,
): Promise<void> {
  await trx
    .updateTable('identities')
    .set({ label })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Unlinks a rider's social accounts: all of them, or only those of one provider. */
export async function deleteIdentities(
  trx: Trx,
  userId: string,
  provider?: IdentityRow['provider'],
): Promise<void> {
  let query = trx.deleteFrom('identities').where('user_id', '=', userId);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  await query.execute();
}
