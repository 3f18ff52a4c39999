import type { Db } from '../../db/database.ts';

/** Notes that somebody was answered. False where there is no such reference. */
export async function answerInterest(db: Db, reference: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('host_interests')
    .set(({ fn, val }) => ({ done_at: fn.coalesce('done_at', val(now)) }))
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what somebody sent. False where there is no such reference. */
export async function eraseInterest(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .deleteFrom('host_interests')
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
