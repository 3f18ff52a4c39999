import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';

/** How long no stored value is refunded after a change of the phone. */
const newPhoneMs = 24 * 60 * 60_000;

/**
 * Until when the rider's phone counts as new; null if it does not. In this time its owner can undo
 * the change before any money leaves.
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
