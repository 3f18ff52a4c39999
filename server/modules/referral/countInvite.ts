import { randomUUID } from 'node:crypto';
import { lockText } from '../../db/advisoryLocks.ts';
import type { InviteOutcome } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { queueForInviter } from '../auth/users.ts';
import { notifyAll } from '../notifications/notify.ts';
import { creditReward, isRefusedReward } from '../rewards/creditReward.ts';
import { storeRewardHash, findRewardedReferral } from './rewardHashes.ts';

export interface InvitedRider {
  userId: string;
  /** The phone and the social accounts, because they identify a person. */
  signInMethods: readonly string[];
  inviteCode: string;
}

/**
 * Rewards a rider for an invite code, in the transaction that makes the rider eligible. Also
 * rewards the referrer, up to the limit of rewards. Returns `counted`, or the reason why nobody
 * gets a reward. A rider whose reward is pending is notified when the reward becomes spendable.
 */
export async function countInvite(
  work: UnitOfWork,
  { settings }: Pick<Dependencies, 'settings'>,
  { userId, signInMethods, inviteCode }: InvitedRider,
): Promise<InviteOutcome> {
  const { trx, now } = work;
  const { reward, limit } = settings.referral;
  if (reward === 0) return 'inviteExpired';
  for (const method of signInMethods.toSorted()) {
    // With this lock, requests with the same sign-in method run one after the other. The second request then finds the
    // hash that the first one stored.
    await lockText(trx, 'invite', method);
    if (await findRewardedReferral(trx, settings, 'phone', method)) return 'inviteUsed';
  }
  // With this lock, the requests of a referrer's friends run one after the other, so that the count below is exact.
  const referrer = await queueForInviter(trx, inviteCode);
  if (!referrer) return 'inviteUnknown';
  if (referrer.id === userId) return 'inviteOwn';
  if (await isRefusedReward(trx, settings, userId)) return 'inviteUsed';
  const isCapped = (await rewardedBy(work, referrer.id)) >= limit;

  const id = randomUUID();
  const { currency } = settings;
  await trx
    .insertInto('referrals')
    .values({
      id,
      referrer_id: referrer.id,
      friend_id: userId,
      currency,
      amount: reward,
      referrer_state: isCapped ? 'capped' : 'credited',
      friend_state: 'credited',
      created_at: now,
    })
    .execute();
  for (const method of signInMethods) await storeRewardHash(trx, settings, 'phone', method, id);
  // Store the hash of the referrer's phone, too, so that a later account with this phone gets no reward.
  if (referrer.phone !== null) await storeRewardHash(trx, settings, 'phone', referrer.phone, id);
  const rewarded = [
    ...(isCapped ? [] : [{ role: 'referrer', userId: referrer.id }]),
    { role: 'friend', userId },
  ];
  const credit = { currency, amount: reward, reason: 'referralReward' } as const;
  const credited: typeof rewarded = [];
  // Always lock the wallets in the order of the riders' ids, to prevent deadlocks.
  for (const one of rewarded.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const key = `referral:${id}:${one.role}`;
    const outcome = await creditReward(work, settings, { ...credit, userId: one.userId, key });
    if (outcome === 'credited') credited.push(one);
  }
  const details = { amount: { amount: reward, currency } };
  await notifyAll(
    work,
    credited.map(({ role, userId: riderId }) => ({
      kind: 'referralReward',
      details,
      userId: riderId,
      key: `${id}:${role}`,
    })),
  );
  return 'counted';
}

/** The number of a referrer's rewards, including reversed rewards, so that abuse does not raise the limit. */
async function rewardedBy({ trx }: UnitOfWork, referrerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('referrals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('referrer_id', '=', referrerId)
    .where('referrer_state', '!=', 'capped')
    .executeTakeFirstOrThrow();
  return count;
}
