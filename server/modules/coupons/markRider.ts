import type { Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHash } from '../auth/keyedHash.ts';
import { waysIn } from '../auth/waysIn.ts';

/**
 * Marks who redeems a coupon, by their phone and their social accounts; the marks stay when the account
 * is deleted, so that nobody redeems the same one again with a new account. False for who did.
 */
export async function markRider(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
  couponId: string,
): Promise<boolean> {
  const hashes: string[] = [];
  for (const way of await waysIn(trx, userId)) {
    hashes.push(await keyedHash(trx, settings, `coupon:${way}`));
  }
  if (hashes.length === 0) return true;
  const marked = await trx
    .insertInto('coupon_marks')
    .values(hashes.map((hash) => ({ coupon_id: couponId, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .execute();
  return marked.length === hashes.length;
}
