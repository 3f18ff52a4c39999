import { createHash } from 'node:crypto';
import legal from '../../../locales/en/documents/legal.json' with { type: 'json' };
import type { Db, Trx } from '../../db/database.ts';

/** Changes whenever the terms change. */
const termsVersion = createHash('sha256')
  .update(JSON.stringify(legal.terms))
  .digest('hex')
  .slice(0, 12);

/** Records that a rider logged in below the terms, the first time for each version of them. */
export async function recordTerms(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('terms_acceptances')
    .values({ user_id: userId, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last terms that the rider accepted before a time; null if nothing is recorded. */
export async function acceptedTerms(
  db: Db,
  userId: string,
  before: Date,
): Promise<{ version: string; at: Date } | null> {
  const found = await db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at as at'])
    .where('user_id', '=', userId)
    .where('accepted_at', '<=', before)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
