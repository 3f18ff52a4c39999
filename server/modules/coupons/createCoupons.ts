import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { makeCode, normalCode } from './couponCode.ts';

const amount = z.int().min(1).max(1_000_000);
const terms = {
  /** The coupon does not apply to a rental that costs less than this without the coupon. */
  minimum: z.int().min(0).max(1_000_000).default(0),
  firstRental: z.boolean().default(false),
  code: z
    .string()
    .transform(normalCode)
    .refine((code) => /^[A-Z0-9]{4,32}$/.test(code), 'expected 4 to 32 letters and digits')
    .optional(),
  count: z.int().min(1).max(100_000).default(1),
  /**
   * The maximum number of riders who may redeem each code. The default is one rider for a generated code, and any
   * number of riders for a given code.
   */
  max: z.int().min(1).max(10_000_000).optional(),
  starts: z.coerce.date().optional(),
  expires: z.coerce.date().optional(),
};

/** The input of an operator for a new coupon. Amounts are in minor units of the service's currency. */
export const NewCoupon = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('amountOff'), amount, ...terms }),
    z.strictObject({
      kind: z.literal('freeMinutes'),
      minutes: z.int().min(1).max(100_000),
      ...terms,
    }),
    z.strictObject({ kind: z.literal('goCash'), amount, ...terms }),
  ])
  .refine(({ code, count }) => code === undefined || count === 1, {
    path: ['count'],
    message: 'a given code is only one coupon',
  })
  .refine(({ starts, expires }) => !starts || !expires || starts < expires, {
    path: ['expires'],
    message: 'expected a time after the start',
  })
  .refine(
    ({ kind, minimum, firstRental }) => kind !== 'goCash' || (minimum === 0 && !firstRental),
    {
      path: ['kind'],
      message: 'goCash is credited at once, so it has no conditions of a rental',
    },
  );
export type NewCoupon = z.infer<typeof NewCoupon>;

/** How many riders can redeem each code; null without a limit. */
const redemptionsOf = ({ code, max }: NewCoupon) => max ?? (code === undefined ? 1 : null);

/**
 * The maximum amount that the coupons can give to all riders together; Infinity without a limit. Free minutes count as
 * zero.
 */
export function mostGivenBy(coupon: NewCoupon): number {
  if (coupon.kind === 'freeMinutes') return 0;
  return coupon.amount * coupon.count * (redemptionsOf(coupon) ?? Infinity);
}

/** The error for a code that already exists. */
export class CodeTakenError extends Error {
  override readonly name = 'CodeTakenError';
}

const rowsAtOnce = 1000;

/**
 * Creates all of the coupons or none. Returns their codes as riders see them.
 *
 * @throws {CodeTakenError} if one of the codes already exists.
 */
export function createCoupons(
  db: Db,
  coupon: NewCoupon,
  currency: string,
  now: Date,
): Promise<string[]> {
  return inTransaction(db, (trx) => insertCoupons(trx, coupon, { currency, now }));
}

/**
 * Creates coupons like `createCoupons`, in the transaction of the caller.
 *
 * @param how.batch identifies the act of an operator that creates the coupons. By this value,
 * `couponsOfBatch` finds the coupons later.
 */
export async function insertCoupons(
  trx: Trx,
  coupon: NewCoupon,
  { currency, now, batch = null }: { currency: string; now: Date; batch?: string | null },
): Promise<string[]> {
  const { code, count } = coupon;
  const codes = code === undefined ? Array.from({ length: count }, makeCode) : [code];
  const rows = codes.map((one) => ({
    id: randomUUID(),
    code: normalCode(one),
    kind: coupon.kind,
    currency,
    amount: coupon.kind === 'freeMinutes' ? null : coupon.amount,
    minutes: coupon.kind === 'freeMinutes' ? coupon.minutes : null,
    minimum_total: coupon.minimum,
    first_rental_only: coupon.firstRental,
    max_redemptions: redemptionsOf(coupon),
    starts_at: coupon.starts ?? null,
    expires_at: coupon.expires ?? null,
    created_at: now,
    batch,
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce);
    const made = await trx
      .insertInto('coupons')
      .values(part)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .execute();
    if (made.length < part.length) throw new CodeTakenError(code ?? 'a code was made twice');
  }
  return codes;
}

/** The codes of the coupons that one act of an operator created. `batch` identifies the act. */
export async function couponsOfBatch(trx: Trx, batch: string): Promise<string[]> {
  const rows = await trx.selectFrom('coupons').select('code').where('batch', '=', batch).execute();
  return rows.map(({ code }) => code);
}

/** The coupons that operators hand out, the oldest first, without the coupons of campaigns. */
export function couponsForOperators(db: Db, after: { at: Date; id: string } | null, limit: number) {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where('campaign_id', 'is', null)
    .$if(after !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'id'),
          '>',
          of.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ends a coupon permanently. Returns its code, or null if there is no such coupon. */
export async function endCoupon(db: Db, code: string, now: Date): Promise<string | null> {
  const ended = await db
    .updateTable('coupons')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(now)) }))
    .where('code', '=', normalCode(code))
    .returning('code')
    .executeTakeFirst();
  return ended?.code ?? null;
}
