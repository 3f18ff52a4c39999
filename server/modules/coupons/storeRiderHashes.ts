import type { Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHashes } from '../auth/keyedHash.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';

/**
 * Stores hashes of the rider's phone and social accounts for a redeemed coupon. The hashes stay after the deletion of
 * the account, so that a new account of the same person cannot redeem the coupon again. Returns false if the rider has
 * already redeemed the coupon.
 */
export async function storeRiderHashes(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
  couponId: string,
): Promise<boolean> {
  const hashes: string[] = [];
  for (const method of await signInMethodsOf(trx, userId)) {
    hashes.push(...(await keyedHashes(trx, settings, `coupon:${method}`)));
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
