import { randomUUID } from 'node:crypto';
import type { CallOrigin } from '../../../../contract/operators/audit.ts';
import type { OperatorFactor, SessionShown } from '../../../../contract/operators/signIn.ts';
import type { OperatorRole } from '../../../../contract/operators/team.ts';
import type { Db, Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { recordOperatorAction } from '../../audit/operatorActions.ts';
import { OpsError } from '../opsError.ts';
import { digest, randomToken } from '../../../ids/signInTokens.ts';

const minuteMs = 60_000;
export const sessionLifeMs = 12 * 60 * minuteMs;
const sessionIdleMs = 60 * minuteMs;
/** The time after a check of the second factor in which the session may make acts that need a fresh check. */
const freshMs = 10 * minuteMs;
export const operatorSessionsKeptMs = 90 * 24 * 60 * minuteMs;

/** Every token begins with this prefix, so that people and secret scanners recognise a leaked token. */
export const tokenPrefix = 'opss_';

/** A session of an operator, with the current data of the operator. */
export interface FoundSession {
  id: string;
  operatorId: string;
  name: string;
  roles: readonly OperatorRole[];
  way: 'provider' | 'link';
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  factor: OperatorFactor | null;
  provenAt: Date | null;
  regions: string[];
  venues: string[];
}

export interface NewSession {
  operatorId: string;
  way: 'provider' | 'link';
  /** The name from `describeDevice`. */
  device: string;
  factor: OperatorFactor | null;
  provenAt: Date | null;
}

/** Opens a session and returns its token. Only the hash of the token is stored. */
export async function openSession(
  { trx, now }: UnitOfWork,
  { operatorId, way, device, factor, provenAt }: NewSession,
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = tokenPrefix + randomToken();
  await trx
    .insertInto('operator_sessions')
    .values({
      id,
      operator_id: operatorId,
      hash: digest(token),
      way,
      device,
      created_at: now,
      last_seen_at: now,
      factor,
      proven_at: provenAt,
    })
    .execute();
  return { id, token };
}

/**
 * Finds the session of a token and restarts its idle time, at most once a minute. Returns null if the session
 * has ended or the operator is blocked.
 */
export async function useSession(db: Db, token: string, now: Date): Promise<FoundSession | null> {
  const session = await openSessions(db, now)
    .where('session.hash', '=', digest(token))
    .executeTakeFirst();
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() < minuteMs) return session;
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  // The session may have ended after this function read it.
  return numUpdatedRows === 0n ? null : { ...session, lastSeenAt: now };
}

/** The session with this id as it is now; null if it has ended, or if the operator is blocked. */
export async function readSession(
  { trx, now }: UnitOfWork,
  id: string,
): Promise<FoundSession | null> {
  const session = await openSessions(trx, now).where('session.id', '=', id).executeTakeFirst();
  return session ?? null;
}

/** The open sessions of an operator, the newest first. */
export async function listSessions(
  db: Db | Trx,
  operatorId: string,
  now: Date,
): Promise<SessionShown[]> {
  const found = await openSessions(db, now)
    .where('session.operator_id', '=', operatorId)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id')
    .execute();
  return found.map(presentSession);
}

export function presentSession(session: FoundSession): SessionShown {
  const { id, way, device, createdAt, lastSeenAt } = session;
  return {
    id,
    way,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: addMs(createdAt, sessionLifeMs).toISOString(),
  };
}

/** The time until which the second factor of a session is fresh; null if it is not fresh. */
export function freshUntil(
  { provenAt, factor }: Pick<FoundSession, 'provenAt' | 'factor'>,
  now: Date,
): Date | null {
  if (provenAt === null || factor === null) return null;
  const until = addMs(provenAt, freshMs);
  return until > now ? until : null;
}

/** Ends one session of an operator. Returns whether it was open. */
export async function endSession(
  { trx, now }: UnitOfWork,
  operatorId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operator_sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all sessions of an operator. One-time links and codes that could open another session stop working, too. */
export async function endSessionsOf({ trx, now }: UnitOfWork, operatorId: string): Promise<void> {
  await trx
    .updateTable('operator_sessions')
    .set({ ended_at: now })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute();
  await trx
    .updateTable('operator_links')
    .set({ used_at: now })
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .execute();
  await trx
    .updateTable('operator_attempts')
    .set({ code_hash: null })
    .where('operator_id', '=', operatorId)
    .execute();
}

/** Stores that the operator of a session has given a second factor now. */
export async function storeFactor(
  { trx, now }: UnitOfWork,
  id: string,
  factor: OperatorFactor,
): Promise<void> {
  await trx
    .updateTable('operator_sessions')
    .set({ factor, proven_at: now })
    .where('id', '=', id)
    .execute();
}

function openSessions(db: Db | Trx, now: Date) {
  return db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators as operator', 'operator.id', 'session.operator_id')
    .select([
      'session.id',
      'session.operator_id as operatorId',
      'operator.name',
      'operator.roles',
      'operator.regions',
      'operator.venues',
      'session.way',
      'session.device',
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.factor',
      'session.proven_at as provenAt',
    ])
    .where('session.ended_at', 'is', null)
    .where('session.created_at', '>', addMs(now, -sessionLifeMs))
    .where('session.last_seen_at', '>', addMs(now, -sessionIdleMs))
    .where('operator.blocked_at', 'is', null);
}

/**
 * Ends a session at the request of its operator, and adds an entry to the record.
 *
 * @throws {OpsError} sessionNotFound if the operator has no such session.
 */
export function endOwnSession(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>,
  { operatorId, name, origin }: Pick<FoundSession, 'operatorId' | 'name'> & { origin: CallOrigin },
  id: string,
): Promise<void> {
  return transact(deps, async (work) => {
    if (!(await endSession(work, operatorId, id))) {
      throw new OpsError('sessionNotFound', 'You have no such session.');
    }
    await recordOperatorAction(work, {
      action: 'operator.signOut',
      subject: name,
      who: name,
      details: { session: id },
      origin,
    });
  });
}
