import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  CouponEnded,
  CouponList,
  CouponQuery,
  CouponsCreated,
} from '../../../contract/operators/promotions.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { readableCode } from '../coupons/couponCode.ts';
import {
  CodeTakenError,
  couponsForOperators,
  couponsOfBatch,
  endCoupon,
  insertCoupons,
  mostGivenBy,
  NewCoupon,
} from '../coupons/createCoupons.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { countPromotion, type PromotionSettings } from './promotionLimit.ts';
import { refusalOf } from './refusal.ts';

/** @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list. */
export async function listCouponsForOperators(
  db: Db,
  { cursor, limit }: z.output<typeof CouponQuery>,
): Promise<CouponList> {
  const after = cursor === undefined ? null : readCursor('coupons', cursor);
  const rows = await couponsForOperators(db, after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    coupons: shown.map((row) => ({
      code: row.code,
      kind: row.kind,
      amount: row.amount,
      currency: row.currency,
      minutes: row.minutes,
      minimum: row.minimum_total,
      firstRental: row.first_rental_only,
      redemptions: row.redemptions,
      max: row.max_redemptions,
      startsAt: row.starts_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('coupons', { at: last.created_at, id: last.id })
        : null,
  };
}

/**
 * Creates coupons. The record of operators does not contain random codes, because every reader of the record could
 * redeem these codes.
 *
 * @throws {OpsError} promotionInvalid, promotionExists, roleMissing above the limits of marketing, keyReused.
 */
export function createCouponsOnce(
  work: UnitOfWork,
  settings: PromotionSettings,
  wanted: Record<string, unknown>,
  act: ProvenAct,
): Promise<CouponsCreated> {
  const asked = { action: 'coupon.create', subject: null, details: { coupon: wanted } };
  return actOnce(work, asked, act, {
    async run() {
      const parsed = NewCoupon.safeParse(wanted);
      if (!parsed.success) throw refusalOf(parsed.error);
      const batch = randomUUID();
      const promotion = { subject: `coupons:${batch}`, most: mostGivenBy(parsed.data) };
      await countPromotion(work, settings, promotion, act);
      try {
        const codes = await insertCoupons(work.trx, parsed.data, {
          currency: settings.currency,
          now: work.now,
          batch,
        });
        return { answer: { codes }, subject: batch, after: { count: codes.length } };
      } catch (error) {
        if (!(error instanceof CodeTakenError)) throw error;
        throw new OpsError('promotionExists', `${error.message} exists already.`);
      }
    },
    async again({ subject }) {
      const { code } = NewCoupon.parse(wanted);
      const codes = await couponsOfBatch(work.trx, subject);
      return { codes: code === undefined ? codes.map(readableCode) : codes };
    },
  });
}

/** Ends a coupon. Riders who have redeemed the coupon keep it. @throws {OpsError} couponNotFound, keyReused. */
export function endCouponOnce(work: UnitOfWork, typed: string, act: Act): Promise<CouponEnded> {
  return actOnce(work, { action: 'coupon.end', subject: null, details: { typed } }, act, {
    async run() {
      const code = await endCoupon(work.trx, typed, work.now);
      if (code === null) throw new OpsError('couponNotFound', `There is no coupon ${typed}.`);
      return { answer: { code }, subject: code };
    },
    again: async ({ subject: code }) => ({ code }),
  });
}
