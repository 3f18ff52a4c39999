import { createHash } from 'node:crypto';
import legal from '../../../locales/en/documents/legal.json' with { type: 'json' };
import type { Db, Trx } from '../../db/database.ts';

/**
 * The version of a legal text. It is a hash of the text, so every change of the text changes the
 * version.
 */
export const versionOfText = (text: unknown): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 12);

const termsVersion = versionOfText(legal.terms);

/** Records that a rider accepted the terms by logging in, once for each version of the terms. */
export async function recordTerms(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('terms_acceptances')
    .values({ user_id: userId, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The terms that the rider accepted most recently, not later than `latest`: the version and the time of the acceptance.
 * Null if the rider had accepted no terms by then.
 */
export async function acceptedTerms(
  db: Db,
  userId: string,
  latest: Date,
): Promise<{ version: string; at: Date } | null> {
  const found = await db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at as at'])
    .where('user_id', '=', userId)
    .where('accepted_at', '<=', latest)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
