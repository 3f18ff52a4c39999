import type { Db } from '../../../db/database.ts';
import { addMs } from '../../../db/unitOfWork.ts';
import { operatorSessionsKeptMs } from './sessions.ts';

const dayMs = 24 * 60 * 60_000;

/** Deletes sign-ins and links that expired more than a day ago, and sessions that were not used for 90 days. */
export async function dropOldSignIns(db: Db, now: Date): Promise<void> {
  const yesterday = addMs(now, -dayMs);
  await db.deleteFrom('operator_attempts').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('operator_links').where('expires_at', '<', yesterday).execute();
  await db
    .deleteFrom('operator_sessions')
    .where('last_seen_at', '<', addMs(now, -operatorSessionsKeptMs))
    .execute();
}
