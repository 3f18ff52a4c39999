import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { InviteOutcome } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { queueForInviter } from '../auth/users.ts';
import { notifyAll } from '../notifications/notify.ts';
import { creditReward, isRefusedReward } from '../rewards/creditReward.ts';
import { storeRewardHash, findRewardedReferral } from './rewardHashes.ts';

export interface InvitedRider {
  userId: string;
  /** Identifies a person: the phone and the social accounts. */
  signInMethods: readonly string[];
  inviteCode: string;
}

/**
 * Rewards a rider and the referrer, in the transaction that makes the rider eligible. Riders who cannot
 * spend the reward yet are notified when they can.
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
    // Two requests with the same phone run one after the other here; the second finds the stored
    // hash of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${method}, 3))`.execute(trx);
    if (await findRewardedReferral(trx, settings, 'phone', method)) return 'inviteUsed';
  }
  // Friends of one referrer run one after the other, so the count below is exact.
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
  // Nor can a rider who changes the phone be rewarded again with the former one.
  if (referrer.phone !== null) await storeRewardHash(trx, settings, 'phone', referrer.phone, id);
  const rewarded = [
    ...(isCapped ? [] : [{ role: 'referrer', userId: referrer.id }]),
    { role: 'friend', userId },
  ];
  const credit = { currency, amount: reward, reason: 'referralReward' } as const;
  const credited: typeof rewarded = [];
  // Wallets are always locked in the same order.
  for (const one of rewarded.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const key = `referral:${id}:${one.role}`;
    const outcome = await creditReward(work, settings, { ...credit, userId: one.userId, key });
    if (outcome === 'credited') credited.push(one);
  }
  const details = { amount: { amount: reward, currency } };
  await notifyAll(
    work,
    credited.map(({ role, userId: told }) => ({
      kind: 'referralReward',
      details,
      userId: told,
      key: `${id}:${role}`,
    })),
  );
  return 'counted';
}

/** Includes reversed rewards, so that abuse does not free the limit. */
async function rewardedBy({ trx }: UnitOfWork, referrerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('referrals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('referrer_id', '=', referrerId)
    .where('referrer_state', '!=', 'capped')
    .executeTakeFirstOrThrow();
  return count;
}
