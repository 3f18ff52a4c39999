import type { CampaignClaim } from '../../../contract/campaigns.ts';
import type { Db, Trx } from '../../db/database.ts';
import { rewardStates } from '../rewards/pendingRewards.ts';
import { couponsOf, presentCoupon } from '../coupons/presentCoupon.ts';

export interface RiderClaim {
  campaignId: string;
  claim: CampaignClaim;
}

/**
 * A rider's claims with the current state of their coupons, the newest first. `which` selects one claim, or the claims
 * of some campaigns. The result needs no limit of its own, because each campaign limits the claims of a rider.
 */
export async function readClaims(
  db: Db | Trx,
  userId: string,
  now: Date,
  which: { id: string } | { campaignIds: string[] },
): Promise<RiderClaim[]> {
  const rows = await db
    .selectFrom('campaign_claims')
    .selectAll()
    .where('user_id', '=', userId)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('campaignIds' in which, (query) =>
      query.where('campaign_id', 'in', 'campaignIds' in which ? which.campaignIds : []),
    )
    .orderBy('at', 'desc')
    .orderBy('ordinal', 'desc')
    .execute();
  const couponIds = rows.flatMap(({ rider_coupon_id }) => rider_coupon_id ?? []);
  const coupons =
    couponIds.length === 0
      ? []
      : await couponsOf(db, userId).where('rider_coupons.id', 'in', couponIds).execute();
  const couponOf = new Map(coupons.map((row) => [row.id, presentCoupon(row, now)]));
  const states = await rewardStates(db, userId);
  return rows.map(({ id, campaign_id, reward, rider_coupon_id, at }) => ({
    campaignId: campaign_id,
    claim: {
      id,
      at: at.toISOString(),
      reward,
      coupon: rider_coupon_id === null ? null : (couponOf.get(rider_coupon_id) ?? null),
      ...(states.get(`campaign:${id}`) === 'pending' && { pending: true }),
    },
  }));
}
