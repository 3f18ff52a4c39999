import { lockText } from '../../db/advisoryLocks.ts';
import type { Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHashes } from '../auth/keyedHash.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';
import { cardFingerprints } from '../payments/methods/cardFingerprints.ts';

type Secret = Pick<Settings, 'codeSecret'>;

/** Stores the person who got a reward, as hashes of the rider's phone, social accounts and cards. */
export async function storePerson(trx: Trx, settings: Secret, userId: string): Promise<void> {
  const hashes = await hashesOf(trx, settings, userId);
  if (hashes.length === 0) return;
  await trx
    .insertInto('reward_hashes')
    .values(hashes.map((hash) => ({ ...hash, user_id: userId })))
    .onConflict((conflict) => conflict.columns(['kind', 'hash', 'user_id']).doNothing())
    .execute();
}

/**
 * Whether another account got a reward earlier with a phone, social account or card of this rider.
 * A phone, social account or card does not count if this account got a reward with it, too.
 * Concurrent checks of the same person run one after the other.
 */
export async function gotRewardAsOther(
  trx: Trx,
  settings: Secret,
  userId: string,
): Promise<boolean> {
  const hashes = await hashesOf(trx, settings, userId);
  for (const { hash } of hashes.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    await lockText(trx, 'rewardedPerson', hash);
  }
  for (const { kind, hash } of hashes) {
    const owners = await trx
      .selectFrom('reward_hashes')
      .select('user_id')
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .execute();
    if (owners.length > 0 && !owners.some(({ user_id }) => user_id === userId)) return true;
  }
  return false;
}

async function hashesOf(trx: Trx, settings: Secret, userId: string) {
  const methods = await signInMethodsOf(trx, userId);
  const cards = await cardFingerprints(trx, userId);
  const values = [
    ...methods.map((value) => ({ kind: 'phone' as const, value })),
    ...cards.map((value) => ({ kind: 'card' as const, value })),
  ];
  // Use the prefix `referral`, so that the same value has the same hash here and in the module
  // `referral`.
  const hashes = await Promise.all(
    values.map(async ({ kind, value }) => {
      const all = await keyedHashes(trx, settings, `referral:${kind}:${value}`);
      return all.map((hash) => ({ kind, hash }));
    }),
  );
  return hashes.flat();
}
