import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

/** How long a phone counts as new after a change. */
const newPhoneMs = 24 * 60 * 60_000;

/**
 * The end of the time for which the rider's phone counts as new; null if the phone is not new. The server refunds no
 * top-up before then, so that the owner of the account has time to undo a thief's change.
 */
export async function newPhoneUntil(db: Db | Trx, userId: string, now: Date): Promise<Date | null> {
  const { phone_changed_at: changedAt } = await db
    .selectFrom('users')
    .select('phone_changed_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (changedAt === null) return null;
  const until = addMs(changedAt, newPhoneMs);
  return until > now ? until : null;
}
