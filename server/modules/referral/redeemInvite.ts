import type { FastifyRequest } from 'fastify';
import { FriendReward } from '../../../contract/referral.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answeredBefore } from '../../http/requests/idempotency.ts';
import { ProblemError } from '../../http/problem.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { findInviter, queueForUsers } from '../auth/users.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';
import { cardFingerprints } from '../payments/methods/cardFingerprints.ts';
import { rewardStates } from '../rewards/pendingRewards.ts';
import { countInvite } from './countInvite.ts';
import { friendCodeState } from './friendCodeState.ts';
import { storeRewardHash, findRewardedReferral } from './rewardHashes.ts';
import { tryInvite } from './tryInvite.ts';

interface InviteRequest {
  /** The id of the rider. It is null for a guest. */
  userId: string | null;
  code: string;
  /** The caller's network address. */
  ip: string;
}

/**
 * Returns the reward that a code would give the caller. This call does not use the code.
 *
 * @throws {ProblemError} `inviteUnknown`, `inviteOwn`, `inviteUsed`, `inviteForNewRiders`, `inviteExpired`,
 * `tooManyRequests`.
 */
export async function checkInvite(
  deps: Dependencies,
  { userId, code, ip }: InviteRequest,
): Promise<FriendReward> {
  const { db, settings } = deps;
  await tryInvite(deps, { userId, caller: callerNetwork(ip) }, async () => {
    if (userId !== null) await requireOpen(deps, db, userId);
    else if (settings.referral.reward === 0) throw new ProblemError('inviteExpired');
    const referrer = await findInviter(db, code);
    if (!referrer) throw new ProblemError('inviteUnknown');
    if (referrer.id === userId) throw new ProblemError('inviteOwn');
  });
  return rewardOf(settings);
}

/**
 * Applies an invite code for a rider who registered without a code, once per `Idempotency-Key`.
 *
 * @throws {ProblemError} the errors of `checkInvite` and `workOnce`; `signInRequired` if the account was deleted.
 */
export async function redeemInvite(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<FriendReward> {
  const before = await answeredBefore(deps, request, userId, FriendReward);
  if (before) return before;
  const asking = { userId, caller: callerNetwork(request.ip) };
  return tryInvite(deps, asking, () =>
    workOnce(deps, request, userId, FriendReward, (work) => redeem(work, deps, userId, code)),
  );
}

async function redeem(
  work: UnitOfWork,
  deps: Dependencies,
  userId: string,
  inviteCode: string,
): Promise<FriendReward> {
  const { trx } = work;
  const { settings } = deps;
  await queueForBoth(trx, userId, inviteCode);
  await requireOpen(deps, trx, userId);
  const cards = await cardFingerprints(trx, userId);
  for (const card of cards) {
    if (await findRewardedReferral(trx, settings, 'card', card))
      throw new ProblemError('inviteUsed');
  }
  const signInMethods = await signInMethodsOf(trx, userId);
  const outcome = await countInvite(work, deps, { userId, signInMethods, inviteCode });
  if (outcome !== 'counted') throw new ProblemError(outcome);
  const { id, referrer_id } = await trx
    .selectFrom('referrals')
    .select(['id', 'referrer_id'])
    .where('friend_id', '=', userId)
    .executeTakeFirstOrThrow();
  const referrersCards = await cardFingerprints(trx, referrer_id);
  if (cards.some((card) => referrersCards.includes(card))) throw new ProblemError('inviteOwn');
  for (const card of cards) await storeRewardHash(trx, settings, 'card', card, id);
  const states = await rewardStates(trx, userId);
  const isPending = states.get(`referral:${id}:friend`) === 'pending';
  return { ...rewardOf(settings), ...(isPending && { pending: true }) };
}

/**
 * Locks the rider and the referrer in the order of their ids. Otherwise two riders who enter each other's code at the
 * same time could deadlock.
 *
 * @throws {ProblemError} `signInRequired` if the account was deleted before the lock.
 */
async function queueForBoth(trx: Trx, userId: string, inviteCode: string): Promise<void> {
  const referrer = await findInviter(trx, inviteCode);
  const queued = await queueForUsers(trx, [userId, referrer?.id ?? userId]);
  if (!queued.has(userId)) throw new ProblemError('signInRequired');
}

/** @throws {ProblemError} if the rider can enter no invite code. */
async function requireOpen(
  { settings, clock }: Dependencies,
  db: Db | Trx,
  userId: string,
): Promise<void> {
  if (settings.referral.reward === 0) throw new ProblemError('inviteExpired');
  const state = await friendCodeState(db, settings, userId, clock.now());
  if (state === 'used') throw new ProblemError('inviteUsed');
  if (state === 'closed') throw new ProblemError('inviteForNewRiders');
}

function rewardOf({ referral, currency }: Settings): FriendReward {
  return { reward: { amount: referral.reward, currency } };
}
