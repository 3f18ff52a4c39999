import { createHash, randomBytes } from 'node:crypto';
import { guestSessionPrefix } from '../../../contract/rules/people/guests.ts';
import type { Db, Trx } from '../../db/database.ts';
import { cachedPlan } from '../../db/preparedStatements.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { lockUserAgainstDeletion } from './users.ts';

const day = 24 * 60 * 60 * 1000;
export const sessionIdleMs = 14 * day;
export const sessionAbsoluteMs = 90 * day;
/**
 * The minimum time in milliseconds between two updates of `last_seen_at`, so that not every read causes a
 * write.
 */
const sessionSeenEveryMs = 60_000;

export type SessionEnd = 'rotated' | 'idleExpired' | 'absoluteExpired' | 'revoked';

export interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
}

/** Why an active session has expired by `now`; null if the session is still valid. */
export function sessionExpiry(times: SessionTimes, now: Date): SessionEnd | null {
  if (now.getTime() - times.createdAt.getTime() >= sessionAbsoluteMs) return 'absoluteExpired';
  if (now.getTime() - times.lastSeenAt.getTime() >= sessionIdleMs) return 'idleExpired';
  return null;
}

/** The stored hash of a session id. Only the hash is stored, so that a stolen table gives no access. */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}

export interface NewSession {
  userId: string;
  /** The name from `describeDevice`. */
  device: string;
  now: Date;
  isGuest?: boolean;
}

/** Opens a session and returns its id (256 random bits). Only a hash of the id is stored. */
export async function openSession(
  trx: Trx,
  { userId, device, now, isGuest = false }: NewSession,
): Promise<string> {
  // The account may have been deleted after the caller read it.
  await lockUserAgainstDeletion(trx, userId);
  const random = randomBytes(32).toString('base64url');
  const sessionId = isGuest ? guestSessionPrefix + random : random;
  await trx
    .insertInto('sessions')
    .values({
      id_hash: hashSessionId(sessionId),
      user_id: userId,
      device,
      state: 'active',
      created_at: now,
      last_seen_at: now,
      is_guest: isGuest,
    })
    .execute();
  return sessionId;
}

/**
 * The sessions that are valid at `now`, as a subquery for other queries. It returns the hashes of the session ids.
 */
export function validSessions(db: Db, now: Date) {
  const before = (age: number) => new Date(now.getTime() - age);
  return (
    db
      .selectFrom('sessions')
      .select('id_hash')
      .where('state', '=', 'active')
      // The stored state of an expired session may still be `active`, so the query also checks the
      // times.
      .where('last_seen_at', '>', before(sessionIdleMs))
      .where('created_at', '>', before(sessionAbsoluteMs))
  );
}

/** The hashes of the ids of all ended sessions, as a subquery for conditions of other queries. */
export function endedSessions(db: Db) {
  return db.selectFrom('sessions').select('id_hash').where('state', '!=', 'active');
}

/** Ends an active session. Returns false if no active session has this id. */
export async function endSession(
  db: Db | Trx,
  idHash: string,
  end: SessionEnd,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ state: end, ended_at: now, proven_at: null })
    .where('id_hash', '=', idHash)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends a user's sessions. `keep` is the hash of the id of a session that does not end. Returns the hashes of the
 * sessions that this call ended.
 */
export async function endSessionsOf(
  db: Db | Trx,
  userId: string,
  now: Date,
  keep: string | null = null,
): Promise<string[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ state: 'revoked', ended_at: now, proven_at: null })
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .$if(keep !== null, (query) => query.where('id_hash', '!=', keep))
    .returning('id_hash')
    .execute();
  return ended.map(({ id_hash }) => id_hash);
}

/** The name of a session's device. The name is empty if it is unknown. */
export async function deviceNameOf(db: Db | Trx, idHash: string): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select('device')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return session?.device ?? '';
}

/** Deletes the names of a user's devices. */
export async function forgetDevices(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('sessions').set({ device: '' }).where('user_id', '=', userId).execute();
}

/**
 * Returns the valid session with this id; null if there is none. If the session has expired, the function ends it.
 * Otherwise the function resets the idle time of the session, at most once within `sessionSeenEveryMs`.
 */
export async function useSession(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  sessionId: string,
): Promise<RequestSession | null> {
  const idHash = hashSessionId(sessionId);
  const row = await db
    .selectFrom('sessions')
    // Almost every request runs this query, so its plan is cached.
    .modifyFront(cachedPlan)
    .select(['user_id', 'created_at', 'last_seen_at', 'is_guest'])
    .where('id_hash', '=', idHash)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!row) return null;
  const now = clock.now();
  const end = sessionExpiry({ createdAt: row.created_at, lastSeenAt: row.last_seen_at }, now);
  if (end) {
    await endSession(db, idHash, end, now);
    return null;
  }
  if (now.getTime() - row.last_seen_at.getTime() >= sessionSeenEveryMs) {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('id_hash', '=', idHash)
      .where('state', '=', 'active')
      .executeTakeFirst();
    // Another call ended the session after this function read it.
    if (numUpdatedRows === 0n) return null;
  }
  return { idHash, userId: row.user_id, isGuest: row.is_guest };
}
