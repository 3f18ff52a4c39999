import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHashes } from '../auth/keyedHash.ts';

export type RewardHashKind = 'phone' | 'card';

/**
 * Stores the hash of a rewarded sign-in method (kind `phone`) or card. The hash stays after the deletion of the
 * account. Returns the id of the referral with this hash: an earlier referral if the hash was already stored.
 */
export async function storeRewardHash(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: RewardHashKind,
  value: string,
  referralId: string,
): Promise<string> {
  let owner = referralId;
  // Begin with the hash of the oldest key. If a referral is stored with this hash, the same
  // referral must be stored with the newer hashes.
  for (const hash of (await hashesOf(trx, settings, kind, value)).toReversed()) {
    // The second of two concurrent requests waits here for the commit of the first request, and then finds the row of
    // the first request.
    await trx
      .insertInto('referral_marks')
      .values({ kind, hash, referral_id: owner })
      .onConflict((conflict) => conflict.columns(['kind', 'hash']).doNothing())
      .execute();
    const { referral_id } = await trx
      .selectFrom('referral_marks')
      .select('referral_id')
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    owner = referral_id;
  }
  return owner;
}

/** The id of the rewarded referral for which this sign-in method or card is stored; null if there is none. */
export async function findRewardedReferral(
  trx: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: RewardHashKind,
  value: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('referral_marks')
    .select('referral_id')
    .where('kind', '=', kind)
    .where('hash', 'in', await hashesOf(trx, settings, kind, value))
    .executeTakeFirst();
  return row?.referral_id ?? null;
}

/** Whether this sign-in method is stored for a rewarded referral of other riders. */
export async function belongedToOther(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
  signInMethod: string,
): Promise<boolean> {
  const referralId = await findRewardedReferral(db, settings, 'phone', signInMethod);
  if (referralId === null) return false;
  const own = await db
    .selectFrom('referrals')
    .select('id')
    .where('id', '=', referralId)
    .where((or) => or.or([or('friend_id', '=', userId), or('referrer_id', '=', userId)]))
    .executeTakeFirst();
  return own === undefined;
}

function hashesOf(
  trx: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: RewardHashKind,
  value: string,
): Promise<string[]> {
  return keyedHashes(trx, settings, `referral:${kind}:${value}`);
}
