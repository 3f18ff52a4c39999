import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Database } from '../db/schema.ts';

/** Inserts a coupon, and returns its id. The default is a dollar off. */
export async function addCoupon(
  db: Db,
  given: Partial<Insertable<Database['coupons']>> = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('coupons')
    .values({
      id,
      code: id.replaceAll('-', '').toUpperCase(),
      kind: 'amountOff',
      currency: 'USD',
      amount: given.kind === 'freeMinutes' ? null : 100,
      created_at: new Date(0),
      ...given,
    })
    .execute();
  return id;
}

/** Adds a coupon that the rider has redeemed. Returns the id of the rider's coupon. */
export async function giveCoupon(
  db: Db,
  userId: string,
  given: Partial<Insertable<Database['coupons']>> = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('rider_coupons')
    .values({
      id,
      user_id: userId,
      coupon_id: await addCoupon(db, given),
      state: 'available',
      redeemed_at: new Date(0),
    })
    .execute();
  return id;
}
