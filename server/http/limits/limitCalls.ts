import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';
import { hasBody } from './bodyTime.ts';
import { callBounds, sessionBound, type CallBound } from './callBounds.ts';
import { CallMeter, type EndCall, type Refusal } from './callMeter.ts';
import { KnownSessions } from './knownSessions.ts';
import { callerNetwork } from './networks.ts';
import { ReceivingBodies } from './receivingBodies.ts';

/** An answer that has not been read completely after this time is cut. Event streams have no end. */
const usualLongestMs = 5 * 60_000;
/** Bodies that may be on their way: with the largest limit of guests they need 256 MiB. */
const mostBodies = 1_000;
/** How often the log tells how many calls were refused. */
const reportEveryMs = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits of a route that works without a session. */
    bound?: CallBound;
  }
  interface FastifyRequest {
    /** Ends the count of the open call, or of the body that is on its way. */
    endCall: EndCall | null;
    /** Ends all limits of the call. Event streams have limits of their own. */
    leaveLimits: (() => void) | null;
    /** Whose limits count for the call. */
    caller: Caller | null;
    isRefused: boolean;
  }
  interface FastifyInstance {
    /** The routes with their limits, such as `GET /api/config`. */
    routeBounds: Map<string, RouteBound>;
    /** Counts further work of a call, such as the painting of a page. */
    beginWork(request: FastifyRequest, bound: CallBound): EndCall | Refusal;
  }
}

interface Caller {
  readonly meter: CallMeter;
  readonly bound: CallBound;
  /** The hash of a known session, or the network of a guest. */
  readonly key: string;
}

export interface RouteBound {
  /** Without `bound` for a route that does not declare its limits. */
  readonly config?: { readonly bound?: CallBound };
  readonly bodyLimit?: number;
}

export interface CallLimits {
  /** Multiplies the limits of calls by guests. */
  factor: number;
  now(): Date;
  /** The hash of the session id in a request, valid or not. */
  sessionHashOf(request: FastifyRequest): string | null;
  longestMs?: number;
}

/**
 * Limits the calls of each caller and of all callers, before anything else is done for a request.
 * Sessions that this process has accepted have limits of their own, so that a flood of calls by
 * guests does not stop riders. The counts are in memory: refusing a call must cost less than
 * sending it.
 */
export function limitCalls(
  app: FastifyInstance,
  { factor, now, sessionHashOf, longestMs = usualLongestMs }: CallLimits,
): void {
  const guests = new CallMeter(factor);
  const sessions = new CallMeter(1);
  const known = new KnownSessions();
  const started = new Map<FastifyReply['raw'], number>();
  const receiving = new ReceivingBodies(mostBodies);
  const refusals = new Map<string, number>();

  function enter(request: FastifyRequest): void {
    if (!request.caller) return;
    const { meter, bound, key } = request.caller;
    const begun = meter.open(bound, key, now().getTime());
    if (typeof begun !== 'function') return refuse(request, begun);
    request.endCall = begun;
  }

  function refuse(request: FastifyRequest, refusal: Refusal): never {
    request.isRefused = true;
    count(refusals, `${request.caller?.bound.name}:${refusal.of}`);
    throw problemOf(refusal);
  }

  app.decorate('routeBounds', new Map<string, RouteBound>());
  app.decorateRequest('endCall', null);
  app.decorateRequest('leaveLimits', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('isRefused', false);
  app.decorate('beginWork', (request: FastifyRequest, bound: CallBound) =>
    guests.begin(bound, networkOf(request), now().getTime()),
  );
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      app.routeBounds.set(`${method} ${route.url}`, route);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    if (isTooLarge(request)) {
      request.isRefused = true;
      count(refusals, 'body');
      reply.header('connection', 'close');
      throw new ProblemError('payloadTooLarge');
    }
    const at = now().getTime();
    const session = sessionHashOf(request);
    const caller: Caller =
      session !== null && known.has(session, at)
        ? { meter: sessions, bound: sessionBound, key: session }
        : { meter: guests, bound: boundOf(request), key: networkOf(request) };
    request.caller = caller;
    const refusal = caller.meter.admit(caller.bound, caller.key, at);
    if (refusal) refuse(request, refusal);
    started.set(reply.raw, performance.now());
    const leave = () => {
      request.endCall?.();
      started.delete(reply.raw);
    };
    request.leaveLimits = leave;
    atEnd(reply, leave);
    enter(request);
  });
  // A call whose body is on its way needs no other resources. Slow senders must not use up the
  // limits of open calls.
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request)) return payload;
    request.endCall?.();
    request.endCall = receiving.add(request.raw);
    return payload;
  });
  app.addHook('preValidation', async (request) => {
    if (!hasBody(request)) return;
    request.endCall?.();
    enter(request);
  });
  app.addHook('onResponse', async (request) => {
    if (request.session) known.add(request.session.idHash, now().getTime());
  });

  const checking = setInterval(() => {
    const since = performance.now() - longestMs;
    for (const [raw, startedAt] of started) {
      if (startedAt > since) break;
      raw.destroy();
    }
  }, longestMs / 60).unref();
  const reporting = setInterval(() => {
    for (const [reason, calls] of refusals) {
      app.log.warn({ reason, count: calls }, 'calls were refused in the last minute');
    }
    refusals.clear();
  }, reportEveryMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(checking);
    clearInterval(reporting);
  });
}

/**
 * Limits the work of a call that is much more expensive than others of its route, until the answer
 * has ended.
 *
 * @throws {ProblemError} `tooManyRequests` or `unavailable`.
 */
export function limitWork(request: FastifyRequest, reply: FastifyReply, bound: CallBound): void {
  const begun = request.server.beginWork(request, bound);
  if (typeof begun !== 'function') throw problemOf(begun);
  atEnd(reply, begun);
}

function atEnd({ raw }: FastifyReply, end: EndCall): void {
  // The connection may have ended already. Then no further event comes.
  if (raw.destroyed || raw.closed) end();
  else raw.once('close', end);
}

/**
 * Whether the body has a length above the limit of a route for guests, so that none of it needs to
 * be read. On other routes the session is checked first, so that strangers learn nothing about them.
 */
function isTooLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const { bodyLimit, config } = routeOptions;
  return config.bound !== undefined && Number(headers['content-length'] ?? 0) > bodyLimit;
}

/** Addresses without a route are pages of the app, or answered with 404. */
function boundOf({ is404, routeOptions }: FastifyRequest): CallBound {
  return is404 ? callBounds.file : (routeOptions.config.bound ?? callBounds.newcomer);
}

/** A closed connection has no address any more, although the type of `ip` does not allow that. */
function networkOf(request: FastifyRequest): string {
  const address: string | undefined = request.ip;
  return callerNetwork(address ?? '');
}

function problemOf({ of, retryAfter }: Refusal): ProblemError {
  return new ProblemError(of === 'caller' ? 'tooManyRequests' : 'unavailable', { retryAfter });
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
