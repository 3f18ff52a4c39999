import type { Selectable } from 'kysely';
import type { SignedIn } from '../../../contract/auth.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Identities, SocialFinish } from '../../../contract/social.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { UnitOfWork } from '../../unitOfWork.ts';
import { rewardReferral } from '../referral/rewardReferral.ts';
import { endSession, hashSessionId, openSession, useSession } from '../auth/session.ts';
import { findUser, presentUser } from '../auth/users.ts';
import { answersChallenge } from './attempts.ts';
import {
  linkIdentity,
  listIdentities,
  signInByIdentity,
  type ProvenIdentity,
} from './identities.ts';

export interface AttemptFinish extends SocialFinish {
  attemptId: string;
  /** The session that the client used before; signing in ends it. */
  oldSessionId: string | null;
  /** The name from `describeDevice`. */
  device: string;
}

type Attempt = Selectable<Database['social_attempts']>;
type Finished = { answer: SignedIn | Identities } | { refused: ErrorCode };

/**
 * Finishes a sign-in attempt: signs the rider in with the identity, or links it to the account. Works once
 * per attempt, and only with the secret from its start. A forged link or form cannot contain that secret.
 *
 * @throws {ProblemError} `signInPending`, `signInCancelled`, `signInFailed` (also for an attempt
 * that is used, expired, unknown or of another rider), `providerUnavailable`, `identityTaken`, or
 * `signInRequired` to link without a session.
 */
export async function finishAttempt(
  deps: Dependencies,
  finish: AttemptFinish,
): Promise<SignedIn | Identities> {
  const { db, clock } = deps;
  const { attemptId, verifier, oldSessionId } = finish;
  const session = oldSessionId === null ? null : await useSession(deps, oldSessionId);
  const now = clock.now();
  // A refusal is a result here, not an exception: the use of the attempt must be committed.
  const result = await inTransaction<Finished>(db, async (trx) => {
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
    if (attempt.purpose === 'link' && !session) return { refused: 'signInRequired' };
    await markUsed(trx, attempt.id);
    const identity = provenBy(attempt);
    if (!identity) return { refused: refusalOf[attempt.state] };
    return attempt.purpose === 'link'
      ? link(trx, attempt, identity, session?.userId ?? null, now)
      : { answer: await signIn(deps, trx, identity, finish) };
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

/** Deletes the attempt's proof too, because the identity has its own row. */
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
  trx: Trx,
  identity: ProvenIdentity,
  { language, inviteCode, oldSessionId, device }: AttemptFinish,
): Promise<SignedIn> {
  const work = new UnitOfWork(deps, trx);
  const { now } = work;
  const { userId, isNew } = await signInByIdentity(trx, identity, { language, now });
  const signInMethod = `${identity.issuer} ${identity.subject}`;
  const invite = await rewardReferral(work, deps, { userId, isNew, signInMethod, inviteCode });
  if (oldSessionId) await endSession(trx, hashSessionId(oldSessionId), 'rotated', now);
  const sessionId = await openSession(trx, { userId, device, now });
  return { sessionId, user: presentUser(await findUser(trx, userId)), isNew, invite };
}

async function link(
  trx: Trx,
  attempt: Attempt,
  identity: ProvenIdentity,
  userId: string | null,
  now: Date,
): Promise<Finished> {
  // The same rider must begin and finish it, whoever used the device in between.
  if (userId === null || attempt.user_id !== userId) return { refused: 'signInFailed' };
  const outcome = await linkIdentity(trx, userId, identity, now);
  if (outcome !== 'linked') return { refused: outcome };
  return { answer: await listIdentities(trx, userId) };
}
