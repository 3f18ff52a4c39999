import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

/** A social account that is linked to a rider's account; issuer and subject identify it. */
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
 * The id of the rider with an identity; null if there is none. Transactions with the same identity
 * run one after the other, so that only the first one creates a user.
 */
export async function lockIdentity(
  trx: Trx,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<string | null> {
  const key = `${issuer} ${subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(trx);
  const known = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return known?.user_id ?? null;
}

/**
 * Stores an identity. False if it is linked already, or if the rider has another identity of the same
 * provider.
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

/** Deletes the social accounts of a rider: those of one provider, or all. */
export async function deleteIdentities(
  trx: Trx,
  userId: string,
  provider?: IdentityRow['provider'],
): Promise<void> {
  let query = trx.deleteFrom('identities').where('user_id', '=', userId);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  await query.execute();
}
