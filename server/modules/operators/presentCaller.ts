import type { CallingOperator } from '../../../contract/operators/signIn.ts';
import type { Db } from '../../db/database.ts';
import { operatorsWithFactor } from './factor/factors.ts';
import type { CallingSession } from './guard.ts';
import { csrfTokenOf } from './signIn/sessionCookie.ts';
import { freshUntil, presentSession } from './signIn/sessions.ts';

/** The answer of `GET /api/ops/me` to a caller with a session. */
export async function presentSessionCaller(
  db: Db,
  session: Omit<CallingSession, 'origin'>,
): Promise<CallingOperator> {
  const { name, roles, token, at, operatorId, factor } = session;
  const isSetUp = factor !== null || (await operatorsWithFactor(db, [operatorId])).size > 0;
  return {
    name,
    roles: [...roles],
    scopes: null,
    session: {
      ...presentSession(session),
      csrfToken: csrfTokenOf(token),
      secondFactor: factor !== null ? 'done' : isSetUp ? 'check' : 'setUp',
      freshUntil: freshUntil(session, at)?.toISOString() ?? null,
    },
  };
}
