import type { Trx } from '../../db/database.ts';
import type { Settings } from '../../settings.ts';
import { keyedHash } from '../auth/keyedHash.ts';

export type MarkKind = 'phone' | 'card';

/**
 * Marks a phone or a card as one that a reward was given for; it stays when its account is deleted.
 * Answers the referral that has it: another one where it was marked before.
 */
export async function mark(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: MarkKind,
  value: string,
  referralId: string,
): Promise<string> {
  const hash = await hashOf(trx, settings, kind, value);
  // Two at once: the second waits for the first one's commit, and then finds its row.
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

/** The referral that a phone or a card was marked for. */
export async function markedFor(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: MarkKind,
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

function hashOf(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  kind: MarkKind,
  value: string,
): Promise<string> {
  return keyedHash(trx, settings, `referral:${kind}:${value}`);
}
