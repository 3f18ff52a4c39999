import type { Session } from '../../../contract/signIn/auth.ts';
import { inTransaction, type Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { forgetKnownDevices } from './knownDevices.ts';
import { endSessionsOf, sessionAbsoluteMs, sessionIdleMs } from './session.ts';

/**
 * The rider's active sessions. The calling session comes first, and then the other sessions, the most recently used
 * first.
 */
export async function listDevices(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { userId, idHash }: RequestSession,
): Promise<Session[]> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  const rows = await activeSessions(db, userId)
    // The stored state of an expired session may still be `active`, so the query also checks the
    // times.
    .where('last_seen_at', '>', before(sessionIdleMs))
    .where('created_at', '>', before(sessionAbsoluteMs))
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows
    .map((row) => ({
      id: row.public_id,
      device: row.device,
      isCurrent: row.id_hash === idHash,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

function activeSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id_hash', 'public_id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'active');
}

/**
 * Ends one of the rider's sessions.
 *
 * @throws {ProblemError} `sessionNotFound`, also for a session of another rider.
 */
export async function signOutDevice(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes'>,
  userId: string,
  publicId: string,
): Promise<void> {
  const ended = await deps.db
    .updateTable('sessions')
    .set({ state: 'revoked', ended_at: deps.clock.now(), proven_at: null })
    .where('public_id', '=', publicId)
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .returning('id_hash')
    .executeTakeFirst();
  if (!ended) throw new ProblemError('sessionNotFound');
  deps.changes.emit('session', ended.id_hash);
}

/**
 * Ends all sessions of the rider except the calling session, and deletes the rider's known devices.
 * The calling browser also stops being a known device, because known devices have no link to
 * sessions. The browser becomes a known device again at its next sign-in.
 */
export async function signOutOthers(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes'>,
  { userId, idHash }: RequestSession,
): Promise<void> {
  const ended = await inTransaction(deps.db, async (trx) => {
    await forgetKnownDevices(trx, userId);
    return endSessionsOf(trx, userId, deps.clock.now(), idHash);
  });
  for (const one of ended) deps.changes.emit('session', one);
}
