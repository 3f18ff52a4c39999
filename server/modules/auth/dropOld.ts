import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { sessionAbsoluteMs, sessionIdleMs } from './session.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
export const codesKeptMs = 2 * dayMs;
const trafficKeptMs = 2 * hourMs;
export const sessionsKeptMs = 30 * dayMs;

/** Deletes old codes, and old counts of sent and entered codes. */
export async function dropOldCodes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where('expires_at', '<', addMs(now, -codesKeptMs))
    .execute();
  await db.deleteFrom('code_traffic').where('minute', '<', addMs(now, -trafficKeptMs)).execute();
}

/**
 * Ends the sessions that have expired. Without this job, an expired session ends only at its next use.
 */
export async function expireSessions(db: Db, now: Date): Promise<void> {
  const states = [
    ['idleExpired', 'last_seen_at', sessionIdleMs],
    ['absoluteExpired', 'created_at', sessionAbsoluteMs],
  ] as const;
  for (const [state, since, age] of states) {
    await db
      .updateTable('sessions')
      .set({ state, ended_at: now, proven_at: null })
      .where('state', '=', 'active')
      .where(since, '<=', addMs(now, -age))
      .execute();
  }
}

/** Deletes sessions that ended long ago. */
export async function dropOldSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('ended_at', '<', addMs(now, -sessionsKeptMs)).execute();
}
