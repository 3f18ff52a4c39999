import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { makeCode, normalCode } from './couponCode.ts';

interface Granted {
  userId: string;
  campaignId: string;
  currency: string;
  /** Either `amount` or `minutes` is set. */
  amount: number | null;
  minutes: number | null;
  minimumTotal: number;
  expiresAt: Date | null;
}

/**
 * Gives a rider a coupon directly. Nobody can redeem its generated code. Each grant creates a separate coupon, because
 * each has its own expiry and a rider may get several coupons in one campaign.
 */
export async function grantCoupon(work: UnitOfWork, granted: Granted): Promise<string> {
  const { trx, now } = work;
  const { userId, campaignId, currency, amount, minutes, minimumTotal, expiresAt } = granted;
  const couponId = randomUUID();
  const id = randomUUID();
  await trx
    .insertInto('coupons')
    .values({
      id: couponId,
      code: normalCode(makeCode()),
      kind: minutes === null ? 'amountOff' : 'freeMinutes',
      currency,
      amount,
      minutes,
      minimum_total: minimumTotal,
      redemptions: 1,
      max_redemptions: 1,
      expires_at: expiresAt,
      created_at: now,
      campaign_id: campaignId,
    })
    .execute();
  await trx
    .insertInto('rider_coupons')
    .values({
      id,
      user_id: userId,
      coupon_id: couponId,
      state: 'available',
      redeemed_at: now,
    })
    .execute();
  return id;
}
