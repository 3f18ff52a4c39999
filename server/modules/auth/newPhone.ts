import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';

/** The time after a change of the phone in which no stored value is refunded. */
const newPhoneMs = 24 * 60 * 60_000;

/**
 * The time until which the rider's phone counts as new, or null if the phone is not new. Until this time the
 * owner of the account can undo the change before any money leaves the account.
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
