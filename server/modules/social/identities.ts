import type { Language } from '../../../contract/config.ts';
import type { Identities, Identity } from '../../../contract/social.ts';
import type { SocialProvider } from '../../../contract/socialProvider.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import {
  deleteIdentities,
  identitiesOf,
  insertIdentity,
  lockIdentity,
  renameIdentity,
  type IdentityRow,
} from '../auth/linkedIdentities.ts';
import { lockUser, lockUserAgainstDeletion, registerUser, updateUser } from '../auth/users.ts';

/** The identity that a provider proved: issuer and subject identify one person permanently. */
export interface ProvenIdentity {
  provider: SocialProvider;
  issuer: string;
  subject: string;
  label: string | null;
}

/** The sign-in methods besides the phone, oldest first. */
export async function listIdentities(db: Db | Trx, userId: string): Promise<Identities> {
  const rows = await identitiesOf(db, userId);
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
  if (known !== null) {
    await updateUser(trx, known, { language });
    await updateLabel(trx, identity);
    return { userId: known, isNew: false };
  }
  const user = await registerUser(trx, { phone: null, name: identity.label, language, now });
  await insertIdentity(trx, { ...identity, user_id: user.id, linked_at: now });
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
  if (known !== null && known !== userId) return 'identityTaken';
  if (known !== null) {
    await updateLabel(trx, identity);
    return 'linked';
  }
  // One account of each provider; the screen offers only one.
  const row = { ...identity, user_id: userId, linked_at: now };
  return (await insertIdentity(trx, row)) ? 'linked' : 'signInFailed';
}

/**
 * Unlinks an identity; idempotent.
 *
 * @throws {ProblemError} `lastSignIn` if no sign-in method would be left, `signInRequired` if the
 * account was deleted in between.
 */
export function unlinkIdentity(
  db: Db,
  userId: string,
  provider: SocialProvider,
): Promise<Identities> {
  return inTransaction(db, async (trx) => {
    // Two concurrent calls run one after the other, and the second sees the result of the first.
    const { phone } = await lockUser(trx, userId);
    const { identities } = await listIdentities(trx, userId);
    const left = identities.filter((identity) => identity.provider !== provider);
    if (phone === null && left.length === 0) throw new ProblemError('lastSignIn');
    await deleteIdentities(trx, userId, provider);
    return { identities: left };
  });
}

/** Stores the name for the rider, if the provider sent one this time. */
async function updateLabel(trx: Trx, identity: ProvenIdentity): Promise<void> {
  if (identity.label !== null) await renameIdentity(trx, identity, identity.label);
}

function presentIdentity(row: IdentityRow): Identity {
  return { provider: row.provider, label: row.label, linkedAt: row.linked_at.toISOString() };
}
