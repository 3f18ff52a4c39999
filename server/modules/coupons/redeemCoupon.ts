import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Coupon } from '../../../contract/coupons.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answeredBefore } from '../../http/requests/idempotency.ts';
import { ProblemError } from '../../http/problem.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { lockUserAgainstDeletion } from '../auth/users.ts';
import { notify } from '../notifications/notify.ts';
import { creditWallet } from '../wallet/credits.ts';
import { normalCode } from './couponCode.ts';
import { storeRiderHashes } from './storeRiderHashes.ts';
import { couponsOf, presentCoupon } from './presentCoupon.ts';
import { beginTry } from '../../http/guessLimit.ts';

/**
 * The limit stops an attacker who tries codes with many accounts. The limit is high, because riders at a venue share an
 * address.
 */
const perAddress = { name: 'coupon:address', limit: 300, windowSeconds: 60 * 60 };

/**
 * Redeems a code, once per `Idempotency-Key`. GoCash is credited at once.
 *
 * @throws {ProblemError} couponInvalid for every problem with the code; tooManyRequests.
 */
export async function redeemCoupon(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<Coupon> {
  const before = await answeredBefore(deps, request, userId, Coupon);
  if (before) return before;
  const now = deps.clock.now();
  await countCall(deps.db, perAddress, callerNetwork(request.ip), now);
  const counted = await beginTry(deps.db, { name: 'coupon', userId }, now);
  const redeemed = await workOnce(deps, request, userId, Coupon, (work) =>
    redeem(work, deps.settings, userId, normalCode(code)),
  ).catch(async (error: unknown) => {
    const isWrong = error instanceof ProblemError && error.code === 'couponInvalid';
    if (!isWrong) await counted.uncount();
    throw error;
  });
  await counted.uncount();
  return redeemed;
}

async function redeem(
  work: UnitOfWork,
  settings: Dependencies['settings'],
  userId: string,
  code: string,
): Promise<Coupon> {
  const { trx, now } = work;
  const { currency } = settings;
  await lockUserAgainstDeletion(trx, userId);
  // The lock makes all redemptions of this code run one after the other, so that the number of redemptions below is
  // exact.
  const coupon = await trx
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  // This query also runs for an unknown code, so that the response time does not reveal whether the code exists.
  const own = await trx
    .selectFrom('rider_coupons')
    .select('id')
    .where('coupon_id', '=', coupon?.id ?? randomUUID())
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!coupon || own || !isOpen(coupon, now)) throw new ProblemError('couponInvalid');
  const isCredit = coupon.kind === 'goCash';
  if (isCredit && coupon.currency !== currency) throw new ProblemError('couponInvalid');
  if (!(await storeRiderHashes(trx, settings, userId, coupon.id)))
    throw new ProblemError('couponInvalid');

  const id = randomUUID();
  await trx
    .updateTable('coupons')
    .set({ redemptions: coupon.redemptions + 1 })
    .where('id', '=', coupon.id)
    .execute();
  await trx
    .insertInto('rider_coupons')
    .values({
      id,
      user_id: userId,
      coupon_id: coupon.id,
      state: isCredit ? 'used' : 'available',
      redeemed_at: now,
      used_at: isCredit ? now : null,
    })
    .execute();
  if (isCredit) {
    const bonus = coupon.amount ?? 0;
    const key = `coupon:${id}`;
    await creditWallet(work, { userId, currency, topUp: 0, bonus, reason: 'coupon', key });
  }
  await notify(work, {
    userId,
    kind: 'coupon',
    key: id,
    ...(coupon.amount !== null && {
      details: { amount: { amount: coupon.amount, currency: coupon.currency } },
    }),
  });
  const row = await couponsOf(trx, userId)
    .where('rider_coupons.id', '=', id)
    .executeTakeFirstOrThrow();
  return presentCoupon(row, now);
}

interface CouponTerms {
  redemptions: number;
  max_redemptions: number | null;
  starts_at: Date | null;
  expires_at: Date | null;
  ended_at: Date | null;
}

function isOpen(coupon: CouponTerms, now: Date): boolean {
  const { redemptions, max_redemptions, starts_at, expires_at, ended_at } = coupon;
  if (ended_at !== null || (starts_at !== null && starts_at > now)) return false;
  if (expires_at !== null && expires_at <= now) return false;
  return max_redemptions === null || redemptions < max_redemptions;
}
