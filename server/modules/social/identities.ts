import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Language } from '../../../contract/config.ts';
import type { Identities, Identity } from '../../../contract/social.ts';
import type { SocialProvider } from '../../../contract/socialProvider.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { lockUserAgainstDeletion, registerUser, updateUser } from '../auth/users.ts';

/** What a provider proved: one person, for ever, by who vouches and whom they vouch for. */
export interface ProvenIdentity {
  provider: SocialProvider;
  issuer: string;
  subject: string;
  label: string | null;
}

/** The ways in besides the phone, oldest first. */
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
 * The user to whom an identity leads, made where there is none. Nothing else that the provider tells,
 * an e-mail address above all, leads to an account.
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

/** Makes an identity a way into an account. */
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
  // One account of each provider; the screen offers no second.
  return (await insert(trx, userId, identity, now)) ? 'linked' : 'signInFailed';
}

/**
 * Takes a way in away; one that is not there is gone already.
 *
 * @throws {ProblemError} `lastSignIn` where nothing would be left to sign in with.
 */
export function unlinkIdentity(
  db: Db,
  userId: string,
  provider: SocialProvider,
): Promise<Identities> {
  return inTransaction(db, async (trx) => {
    // Who unlinks two at once waits here, and the second finds what the first has left.
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

/** Whose an identity is. Two that bring the same new one take turns: only the first makes a user. */
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

/** The name by which it is recognised, where the provider told one this time. */
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
