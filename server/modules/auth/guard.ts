import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { useSession } from './session.ts';

/**
 * An `onRequest` hook that lets only signed-in riders pass; others get `signInRequired`. It runs before the
 * body is read and validated: nobody without a session learns what a request must look like.
 */
export function requireSession(
  deps: Pick<Dependencies, 'db' | 'clock'>,
): onRequestAsyncHookHandler {
  return async (request) => {
    request.session = await findSession(deps, request);
    if (!request.session) throw new ProblemError('signInRequired');
  };
}

/** An `onRequest` hook that lets everybody pass, and knows riders who are signed in. */
export function admitSession(deps: Pick<Dependencies, 'db' | 'clock'>): onRequestAsyncHookHandler {
  return async (request) => {
    request.session = await findSession(deps, request);
  };
}

async function findSession(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<RequestSession | null> {
  const sessionId = bearerOf(request);
  return sessionId ? useSession(deps, sessionId) : null;
}

/** The session of a request that passed `requireSession`. */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (!request.session) throw new ProblemError('signInRequired');
  return request.session;
}

/** The session id that a request carries, whether or not it is any good. */
export function bearerOf(request: FastifyRequest): string | null {
  const [, sessionId] = /^Bearer ([\w-]{22,200})$/.exec(request.headers.authorization ?? '') ?? [];
  return sessionId ?? null;
}
