import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHashes } from '../auth/keyedHash.ts';

export type RewardHashKind = 'phone' | 'card';

/**
 * Stores the hash of a phone or a card that a reward was given for; it remains after the account is
 * deleted. Answers the referral that has it: an earlier one if it was stored before.
 */
export async function storeRewardHash(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: RewardHashKind,
  value: string,
  referralId: string,
): Promise<string> {
  let owner = referralId;
  // The hash with the oldest key comes first: its referral is stored with the newer hashes, too.
  for (const hash of (await hashesOf(trx, settings, kind, value)).toReversed()) {
    // With two concurrent requests, the second waits for the first one's commit, and then finds its
    // row.
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

/** The referral whose reward was given for a phone or a card. */
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

/** Whether a sign-in method belonged to another rider when a reward was given for it. */
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
