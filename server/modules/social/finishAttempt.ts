import type { Selectable } from 'kysely';
import type { SignedIn } from '../../../contract/signIn/auth.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Identities, SocialFinish } from '../../../contract/signIn/social.ts';
import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { rewardReferral } from '../referral/rewardReferral.ts';
import { guestOfSession, mergeGuest } from '../auth/guests.ts';
import { moveGuest } from '../guests/moveGuest.ts';
import { storeProof } from '../auth/proof.ts';
import { endSession, hashSessionId, openSession, useSession } from '../auth/session.ts';
import { findUser, presentUser } from '../auth/users.ts';
import { answersChallenge } from '../../ids/signInTokens.ts';
import {
  isOwnIdentity,
  linkIdentity,
  listIdentities,
  signInByIdentity,
  type ProvenIdentity,
} from './identities.ts';

export interface AttemptFinish extends SocialFinish {
  attemptId: string;
  /** The session that the client used before. A sign-in ends this session. */
  oldSessionId: string | null;
  /** The name from `describeDevice`. */
  device: string;
}

type Attempt = Selectable<Database['social_attempts']>;
type Finished = { answer: SignedIn | Identities } | { refused: ErrorCode };

/**
 * Finishes a sign-in attempt: signs the rider in with the identity, links the identity to the account, or accepts the
 * identity as a proof. Each attempt works once, and only with the secret from its start. A forged link or form cannot
 * contain this secret.
 *
 * @throws {ProblemError}
 * - `signInPending`
 * - `signInCancelled`
 * - `signInFailed`, also if the attempt is used, expired or unknown, or belongs to another rider
 * - `providerUnavailable`
 * - `identityTaken`
 * - `accountLocked`
 * - `proofNeeded` if the rider must give a proof before linking an identity
 * - `signInRequired` if a caller without a session wants to link an identity or to give a proof
 */
export async function finishAttempt(
  deps: Dependencies,
  finish: AttemptFinish,
): Promise<SignedIn | Identities> {
  const { attemptId, verifier, oldSessionId } = finish;
  const used = oldSessionId === null ? null : await useSession(deps, oldSessionId);
  const session = used?.isGuest ? null : used;
  // A refusal is a result here, not an exception, because the use of the attempt must be committed.
  const result = await transact<Finished>(deps, async (work) => {
    const { trx, now } = work;
    const attempt = await trx
      .selectFrom('social_attempts')
      .selectAll()
      .where('id', '=', attemptId)
      .forUpdate()
      .executeTakeFirst();
    if (!attempt || !answersChallenge(verifier, attempt.challenge)) {
      return { refused: 'signInFailed' };
    }
    if (attempt.expires_at <= now) return { refused: 'signInFailed' };
    if (attempt.state === 'pending') return { refused: 'signInPending' };
    if (attempt.purpose !== 'signIn' && !session) return { refused: 'signInRequired' };
    await markUsed(trx, attempt.id);
    const identity = provenBy(attempt);
    if (!identity) return { refused: refusalOf[attempt.state] };
    if (attempt.purpose === 'signIn') return signIn(deps, work, identity, finish);
    // The rider who finishes the attempt must be the rider who began it. Another rider may have
    // signed in on this device in between.
    if (!session || attempt.user_id !== session.userId) return { refused: 'signInFailed' };
    return attempt.purpose === 'link'
      ? link(deps, work, session, identity)
      : stepUp(work, session, identity);
  });
  if ('refused' in result) throw new ProblemError(result.refused);
  return result.answer;
}

const refusalOf = {
  cancelled: 'signInCancelled',
  unavailable: 'providerUnavailable',
  failed: 'signInFailed',
  proven: 'signInFailed',
  finished: 'signInFailed',
  pending: 'signInPending',
} as const satisfies Record<Attempt['state'], ErrorCode>;

/** Marks the attempt as used. Also deletes the identity in the attempt, because the identity has its own row. */
async function markUsed(trx: Trx, attemptId: string): Promise<void> {
  await trx
    .updateTable('social_attempts')
    .set({ state: 'finished', issuer: null, subject: null, label: null })
    .where('id', '=', attemptId)
    .execute();
}

function provenBy({ state, provider, issuer, subject, label }: Attempt): ProvenIdentity | null {
  if (state !== 'proven' || issuer === null || subject === null) return null;
  return { provider, issuer, subject, label };
}

async function signIn(
  deps: Dependencies,
  work: UnitOfWork,
  identity: ProvenIdentity,
  { language, inviteCode, oldSessionId, device }: AttemptFinish,
): Promise<Finished> {
  const { trx, now } = work;
  const signedIn = await signInByIdentity(trx, identity, { language, now });
  if (signedIn === 'accountLocked') return { refused: signedIn };
  const { userId, isNew } = signedIn;
  const signInMethod = `${identity.issuer} ${identity.subject}`;
  const invite = await rewardReferral(work, deps, { userId, isNew, signInMethod, inviteCode });
  const guestId = await guestOfSession(trx, oldSessionId, now);
  if (guestId !== null) await mergeGuest(work, moveGuest, guestId, userId);
  if (oldSessionId) await endSession(trx, hashSessionId(oldSessionId), 'rotated', now);
  const sessionId = await openSession(trx, { userId, device, now });
  const user = presentUser(await findUser(trx, userId));
  return { answer: { sessionId, user, isNew, invite } };
}

async function link(
  deps: Dependencies,
  work: UnitOfWork,
  session: RequestSession,
  identity: ProvenIdentity,
): Promise<Finished> {
  const outcome = await linkIdentity(deps, work, session, identity);
  if (outcome !== 'linked') return { refused: outcome };
  return { answer: await listIdentities(work.trx, session.userId) };
}

async function stepUp(
  { trx, now }: UnitOfWork,
  { userId, idHash }: RequestSession,
  identity: ProvenIdentity,
): Promise<Finished> {
  if (!(await isOwnIdentity(trx, userId, identity))) return { refused: 'signInFailed' };
  await storeProof(trx, idHash, now);
  return { answer: await listIdentities(trx, userId) };
}
