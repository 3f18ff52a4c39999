import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CampaignClaim, CampaignReward } from '../../../contract/campaigns.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { grantCoupon } from '../coupons/grantCoupon.ts';
import { notify } from '../notifications/notify.ts';
import type { Settings } from '../../settings/settings.ts';
import { creditReward } from '../rewards/creditReward.ts';
import { creditWallet } from '../wallet/credits.ts';
import { costOf, type CampaignRow } from './campaignRows.ts';
import { readClaims } from './readClaims.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * Gives a rider the reward of a claim or a prize: a coupon, or GoCash as a bonus. The function adds the reward to the
 * totals of the campaign, which the caller has locked.
 */
export async function grantReward(
  work: UnitOfWork,
  settings: Pick<Settings, 'codeSecret' | 'rewards'>,
  campaign: Pick<CampaignRow, 'id' | 'currency' | 'audience'>,
  userId: string,
  reward: CampaignReward,
): Promise<CampaignClaim> {
  const { trx, now } = work;
  const id = randomUUID();
  const claimed = await trx
    .selectFrom('campaign_claims')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('campaign_id', '=', campaign.id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('campaigns')
    .set({
      claims: sql<number>`claims + 1`,
      granted: sql<number>`granted + ${costOf(reward)}::int`,
    })
    .where('id', '=', campaign.id)
    .execute();
  const riderCouponId = await grantCouponOf(work, campaign, userId, reward);
  await trx
    .insertInto('campaign_claims')
    .values({
      id,
      campaign_id: campaign.id,
      user_id: userId,
      ordinal: claimed.count + 1,
      reward: JSON.stringify(reward),
      rider_coupon_id: riderCouponId,
      at: now,
    })
    .execute();
  if (reward.kind === 'goCash') {
    const { amount, currency } = reward.amount;
    const credit = { userId, currency, reason: 'campaign', key: `campaign:${id}` } as const;
    // With the setting `rewards.needProof`, the reward of a new rider stays pending until the rider has a verified
    // phone, a paid rental or a paid loss.
    if (campaign.audience === 'newRiders')
      await creditReward(work, settings, { ...credit, amount });
    else await creditWallet(work, { ...credit, topUp: 0, bonus: amount });
  } else {
    const amount = reward.kind === 'amountOff' ? { amount: reward.amount } : {};
    await notify(work, { userId, kind: 'coupon', key: id, details: amount });
  }
  const [made] = await readClaims(trx, userId, now, { id });
  if (!made) throw new Error(`claim ${id} does not exist`);
  return made.claim;
}

async function grantCouponOf(
  work: UnitOfWork,
  { id: campaignId, currency }: Pick<CampaignRow, 'id' | 'currency'>,
  userId: string,
  reward: CampaignReward,
): Promise<string | null> {
  if (reward.kind === 'goCash') return null;
  const isAmount = reward.kind === 'amountOff';
  const { validDays } = reward;
  return grantCoupon(work, {
    userId,
    campaignId,
    currency,
    amount: isAmount ? reward.amount.amount : null,
    minutes: isAmount ? null : reward.minutes,
    minimumTotal: isAmount ? (reward.minimumTotal?.amount ?? 0) : 0,
    expiresAt: validDays === null ? null : addMs(work.now, validDays * dayMs),
  });
}
