import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHash } from '../auth/keyedHash.ts';

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
  const hash = await hashOf(trx, settings, kind, value);
  // With two concurrent requests, the second waits for the first one's commit, and then finds its
  // row.
  await trx
    .insertInto('referral_marks')
    .values({ kind, hash, referral_id: referralId })
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doNothing())
    .execute();
  const { referral_id } = await trx
    .selectFrom('referral_marks')
    .select('referral_id')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return referral_id;
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
    .where('hash', '=', await hashOf(trx, settings, kind, value))
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

function hashOf(
  trx: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: RewardHashKind,
  value: string,
): Promise<string> {
  return keyedHash(trx, settings, `referral:${kind}:${value}`);
}
