import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { cardFingerprints, hasOtherCard } from '../payments/methods/cardFingerprints.ts';
import { dropReward } from '../rewards/pendingRewards.ts';
import { withdrawBonus } from '../wallet/credits.ts';
import { findRewardedReferral, storeRewardHash } from './rewardHashes.ts';

type Referral = Selectable<Database['referrals']>;

/**
 * Checks a card that a rider has just saved. If the friend's first card is also a card of the
 * referrer, the friend and the referrer count as the same person. The server then reverses the
 * rewards of both, but takes at most the bonus that each still has. The server also reverses the
 * rewards if the friend's first card was already in another rewarded referral.
 */
export async function checkReferralCard(
  work: UnitOfWork,
  deps: Pick<Dependencies, 'settings'>,
  userId: string,
  fingerprint: string,
): Promise<void> {
  const { trx } = work;
  const { settings } = deps;
  const asFriend = await trx
    .selectFrom('referrals')
    .selectAll()
    .where('friend_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (asFriend && !(await hasOtherCard(trx, userId, fingerprint))) {
    const rewardedReferral = await storeRewardHash(trx, settings, 'card', fingerprint, asFriend.id);
    const referrersCards = await cardFingerprints(trx, asFriend.referrer_id);
    const isReferrers = referrersCards.includes(fingerprint);
    if (rewardedReferral !== asFriend.id || isReferrers) await reverse(work, asFriend);
  }
  const known = await findRewardedReferral(trx, settings, 'card', fingerprint);
  if (known === null) return;
  const asReferrer = await trx
    .selectFrom('referrals')
    .selectAll()
    .where('id', '=', known)
    .where('referrer_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (asReferrer) await reverse(work, asReferrer);
}

async function reverse(work: UnitOfWork, referral: Referral): Promise<void> {
  if (referral.friend_state === 'reversed') return;
  const { id, currency, amount, referrer_id, friend_id } = referral;
  const isCredited = referral.referrer_state === 'credited';
  await work.trx
    .updateTable('referrals')
    .set({
      friend_state: 'reversed',
      referrer_state: isCredited ? 'reversed' : referral.referrer_state,
    })
    .where('id', '=', id)
    .execute();
  const roles = [
    ...(isCredited ? [{ role: 'referrer', userId: referrer_id }] : []),
    { role: 'friend', userId: friend_id },
  ];
  // Always lock the wallets in the order of the riders' ids, to prevent deadlocks.
  for (const { role, userId } of roles.sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    if (await dropReward(work, `referral:${id}:${role}`)) continue;
    const key = `referralReversed:${id}:${role}`;
    await withdrawBonus(work, { userId, currency, amount, reason: 'referralReversed', key });
  }
}
