import type { Language } from '../../../contract/config.ts';
import type { Identities, Identity } from '../../../contract/signIn/social.ts';
import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { recordChange } from '../accountChanges/recordChange.ts';
import { unlock, waitsForPhone } from '../auth/accountLock.ts';
import {
  deleteIdentities,
  identitiesOf,
  insertIdentity,
  lockIdentity,
  renameIdentity,
  type IdentityRow,
} from '../auth/linkedIdentities.ts';
import { requireProof } from '../auth/proof.ts';
import { lockUser, queueForUser, registerUser, updateUser } from '../auth/users.ts';

type Deps = Pick<Dependencies, 'clock' | 'mail' | 'signIn'>;

/** An identity that a provider has proven. Its issuer and its subject identify one person permanently. */
export interface ProvenIdentity {
  provider: SocialProvider;
  issuer: string;
  subject: string;
  label: string | null;
}

/** The sign-in methods besides the phone. The oldest method is first. */
export async function listIdentities(db: Db | Trx, userId: string): Promise<Identities> {
  const rows = await identitiesOf(db, userId);
  return { identities: rows.map(presentIdentity) };
}

/**
 * Returns the user who has this identity. Creates a user if nobody has it. Returns `accountLocked`
 * if the account waits for a sign-in with the phone number, or if a concurrent request unlinked the
 * identity. No other data from the provider identifies an account, not even the e-mail address.
 */
export async function signInByIdentity(
  trx: Trx,
  identity: ProvenIdentity,
  { language, now }: { language: Language; now: Date },
): Promise<{ userId: string; isNew: boolean } | 'accountLocked'> {
  const known = await lockIdentity(trx, identity);
  if (known !== null) {
    // A concurrent request with an undo link may lock the account and unlink the identity. Wait for
    // the end of that request.
    await queueForUser(trx, known);
    if ((await lockIdentity(trx, identity)) !== known) return 'accountLocked';
    if (await waitsForPhone(trx, known)) return 'accountLocked';
    await unlock(trx, known);
    await updateUser(trx, known, { language });
    await updateLabel(trx, identity);
    return { userId: known, isNew: false };
  }
  const user = await registerUser(trx, { phone: null, name: identity.label, language, now });
  await insertIdentity(trx, { ...identity, user_id: user.id, linked_at: now });
  return { userId: user.id, isNew: true };
}

/**
 * Links an identity to an account. Returns `identityTaken` if another account has the identity.
 * Returns `signInFailed` if the account already has another identity of the same provider, or if a
 * concurrent request stored the identity first.
 *
 * @throws {ProblemError} `proofNeeded`, `signInRequired`.
 */
export async function linkIdentity(
  deps: Deps,
  work: UnitOfWork,
  session: RequestSession,
  identity: ProvenIdentity,
): Promise<'linked' | 'identityTaken' | 'signInFailed'> {
  const { trx, now } = work;
  const { userId } = session;
  // Lock the identity first, in the same order as at a sign-in, to prevent a deadlock.
  const known = await lockIdentity(trx, identity);
  await lockUser(trx, userId);
  await requireProof(deps, trx, session);
  if (known !== null && known !== userId) return 'identityTaken';
  if (known !== null) {
    await updateLabel(trx, identity);
    return 'linked';
  }
  const { provider } = identity;
  // An account can have only one identity of each provider, because the page of the app shows only one.
  const { identities } = await listIdentities(trx, userId);
  if (identities.some((one) => one.provider === provider)) return 'signInFailed';
  await recordChange(work, session, { kind: 'linked', provider });
  const row = { ...identity, user_id: userId, linked_at: now };
  return (await insertIdentity(trx, row)) ? 'linked' : 'signInFailed';
}

/** Whether the identity belongs to the rider. This proves that the rider is the owner of the account. */
export async function isOwnIdentity(
  trx: Trx,
  userId: string,
  identity: ProvenIdentity,
): Promise<boolean> {
  return (await lockIdentity(trx, identity)) === userId;
}

/**
 * Unlinks an identity. A second call changes nothing.
 *
 * @throws {ProblemError} `lastSignIn` if no sign-in method would be left, `proofNeeded`, `signInRequired` if
 * the account was deleted before the lock.
 */
export function unlinkIdentity(
  deps: Deps & Pick<Dependencies, 'db' | 'outbox' | 'changes' | 'log'>,
  session: RequestSession,
  provider: SocialProvider,
): Promise<Identities> {
  return transact(deps, async (work) => {
    const { trx } = work;
    const { userId } = session;
    // With this lock, concurrent calls run one after the other, so that each call reads the changes
    // of the previous call.
    const { phone } = await lockUser(trx, userId);
    await requireProof(deps, trx, session);
    const { identities } = await listIdentities(trx, userId);
    const left = identities.filter((identity) => identity.provider !== provider);
    if (left.length === identities.length) return { identities };
    if (phone === null && left.length === 0) throw new ProblemError('lastSignIn');
    await recordChange(work, session, { kind: 'unlinked', provider });
    await deleteIdentities(trx, userId, provider);
    return { identities: left };
  });
}

/** Stores the name of the identity for the rider, if the provider sent a name. */
async function updateLabel(trx: Trx, identity: ProvenIdentity): Promise<void> {
  if (identity.label !== null) await renameIdentity(trx, identity, identity.label);
}

function presentIdentity(row: IdentityRow): Identity {
  return { provider: row.provider, label: row.label, linkedAt: row.linked_at.toISOString() };
}
