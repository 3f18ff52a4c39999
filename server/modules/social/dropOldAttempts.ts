import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

export const attemptsKeptMs = 24 * 60 * 60_000;

/** Deletes the sign-in attempts that expired more than a day ago. */
export async function dropOldAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('social_attempts')
    .where('expires_at', '<', addMs(now, -attemptsKeptMs))
    .execute();
}
