import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { useSession } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether guests may call a route with `requireSession`. By default, such a route refuses guests. */
    guests?: boolean;
  }
}

/**
 * Returns an `onRequest` hook that accepts only signed-in riders. Other callers get `signInRequired`. Guests get
 * `forbidden`, unless the config of the route has `guests`. The hook runs before the body is read and validated, so
 * that callers without a session learn nothing about the format of a request.
 */
export function requireSession(
  deps: Pick<Dependencies, 'db' | 'clock'>,
): onRequestAsyncHookHandler {
  return async (request) => {
    request.session = await findSession(deps, request);
    if (!request.session) throw new ProblemError('signInRequired');
    if (request.session.isGuest && request.routeOptions.config.guests !== true) {
      throw new ProblemError('forbidden');
    }
  };
}

/**
 * Returns an `onRequest` hook that accepts all callers and identifies signed-in riders. Routes with
 * this hook treat a guest like a caller without a session.
 */
export function admitSession(deps: Pick<Dependencies, 'db' | 'clock'>): onRequestAsyncHookHandler {
  return async (request) => {
    const session = await findSession(deps, request);
    request.session = session?.isGuest ? null : session;
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

/** The session id in a request. The id may be invalid. */
export function bearerOf(request: FastifyRequest): string | null {
  const [, sessionId] = /^Bearer ([\w-]{22,200})$/.exec(request.headers.authorization ?? '') ?? [];
  return sessionId ?? null;
}
