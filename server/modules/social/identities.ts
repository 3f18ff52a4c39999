import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Language } from '../../../contract/config.ts';
import type { Identities, Identity } from '../../../contract/social.ts';
import type { SocialProvider } from '../../../contract/socialProvider.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { lockUserAgainstDeletion, registerUser, updateUser } from '../auth/users.ts';

/** The identity that a provider proved: issuer and subject identify one person permanently. */
export interface ProvenIdentity {
  provider: SocialProvider;
  issuer: string;
  subject: string;
  label: string | null;
}

/** The sign-in methods besides the phone, oldest first. */
export async function listIdentities(db: Db | Trx, userId: string): Promise<Identities> {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('provider')
    .execute();
  return { identities: rows.map(presentIdentity) };
}

/**
 * The user with an identity, created if there is none. Other data of the provider, above all an
 * e-mail address, never identifies an account.
 */
export async function signInByIdentity(
  trx: Trx,
  identity: ProvenIdentity,
  { language, now }: { language: Language; now: Date },
): Promise<{ userId: string; isNew: boolean }> {
  const known = await lockIdentity(trx, identity);
  if (known) {
    await updateUser(trx, known.user_id, { language });
    await renew(trx, identity);
    return { userId: known.user_id, isNew: false };
  }
  const user = await registerUser(trx, { phone: null, name: identity.label, language, now });
  await insert(trx, user.id, identity, now);
  return { userId: user.id, isNew: true };
}

/** Links an identity to an account. */
export async function linkIdentity(
  trx: Trx,
  userId: string,
  identity: ProvenIdentity,
  now: Date,
): Promise<'linked' | 'identityTaken' | 'signInFailed'> {
  await lockUserAgainstDeletion(trx, userId);
  const known = await lockIdentity(trx, identity);
  if (known && known.user_id !== userId) return 'identityTaken';
  if (known) {
    await renew(trx, identity);
    return 'linked';
  }
  // One account of each provider; the screen offers only one.
  return (await insert(trx, userId, identity, now)) ? 'linked' : 'signInFailed';
}

/**
 * Unlinks an identity; idempotent.
 *
 * @throws {ProblemError} `lastSignIn` if no sign-in method would be left.
 */
export function unlinkIdentity(
  db: Db,
  userId: string,
  provider: SocialProvider,
): Promise<Identities> {
  return inTransaction(db, async (trx) => {
    // Two concurrent calls run one after the other, and the second sees the result of the first.
    const { phone } = await trx
      .selectFrom('users')
      .select('phone')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { identities } = await listIdentities(trx, userId);
    const left = identities.filter((identity) => identity.provider !== provider);
    if (phone === null && left.length === 0) throw new ProblemError('lastSignIn');
    await trx
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
    return { identities: left };
  });
}

/**
 * The owner of an identity. Two calls with the same new identity run one after the other: only the
 * first creates a user.
 */
async function lockIdentity(trx: Trx, { issuer, subject }: ProvenIdentity) {
  const key = `${issuer} ${subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(trx);
  return trx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function insert(
  trx: Trx,
  userId: string,
  { provider, issuer, subject, label }: ProvenIdentity,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, provider, label, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The name for the rider, if the provider sent one this time. */
async function renew(trx: Trx, { issuer, subject, label }: ProvenIdentity): Promise<void> {
  if (label === null) return;
  await trx
    .updateTable('identities')
    .set({ label })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

function presentIdentity(row: Selectable<Database['identities']>): Identity {
  return { provider: row.provider, label: row.label, linkedAt: row.linked_at.toISOString() };
}
