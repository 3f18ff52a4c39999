import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';
import { hasBody } from './bodyTime.ts';
import { callBounds, sessionBound, type CallBound } from './callBounds.ts';
import { CallMeter, type EndCall, type Refusal } from './callMeter.ts';
import { KnownSessions } from './knownSessions.ts';
import { callerNetwork } from './networks.ts';
import { ReceivingBodies } from './receivingBodies.ts';

/**
 * The longest time from the start of a request until the caller has read the whole answer. Then the server cuts the
 * connection. This does not apply to event streams.
 */
const usualLongestMs = 5 * 60_000;
/**
 * The highest number of bodies that may be arriving at the same time. If each has the largest size for guests, they
 * need 250 MiB.
 */
const mostBodies = 1_000;
/** How often the number of refused calls is logged. */
const reportEveryMs = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits of a route that works without a session. */
    bound?: CallBound;
  }
  interface FastifyRequest {
    /** Removes the call from the open calls, or its body from the bodies that are arriving. */
    endCall: EndCall | null;
    /** Ends all limits of the call. An event stream calls this, because streams have their own limits. */
    leaveLimits: (() => void) | null;
    /** The caller whose limits apply to the call. */
    caller: Caller | null;
    isRefused: boolean;
  }
  interface FastifyInstance {
    /** The routes with their limits, such as `GET /api/config`. */
    routeBounds: Map<string, RouteBound>;
    /** Counts expensive work within a call, such as the painting of a page, against a separate limit. */
    beginWork(request: FastifyRequest, bound: CallBound): EndCall | Refusal;
  }
}

interface Caller {
  readonly meter: CallMeter;
  readonly bound: CallBound;
  /** The hash of a known session, or the network of any other caller. */
  readonly key: string;
}

export interface RouteBound {
  /** `bound` is absent if the route does not declare its limits. */
  readonly config?: { readonly bound?: CallBound };
  readonly bodyLimit?: number;
}

export interface CallLimits {
  /** The factor for the limits of calls without a known session. */
  factor: number;
  now(): Date;
  /** The hash of the session id in a request, valid or not. */
  sessionHashOf(request: FastifyRequest): string | null;
  longestMs?: number;
}

/**
 * Limits the calls of each caller and of all callers, before the server does anything else for a request. Sessions that
 * this process has accepted have separate limits, so that a flood of calls by guests does not stop riders. The counts
 * are in memory, because refusing a call must cost less than sending it.
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
  // While the body of a call arrives, the call does not count as an open call, because it needs no
  // other resources. So slow senders cannot use up the limits of open calls.
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
 * Applies an additional limit to a call that is much more expensive than other calls of its route. The call counts
 * until its answer has ended.
 *
 * @throws {ProblemError} `tooManyRequests` or `unavailable`.
 */
export function limitWork(request: FastifyRequest, reply: FastifyReply, bound: CallBound): void {
  const begun = request.server.beginWork(request, bound);
  if (typeof begun !== 'function') throw problemOf(begun);
  atEnd(reply, begun);
}

function atEnd({ raw }: FastifyReply, end: EndCall): void {
  // If the connection has already ended, no `close` event follows.
  if (raw.destroyed || raw.closed) end();
  else raw.once('close', end);
}

/**
 * Whether the declared length of the body is above the limit of a route for guests. Then the body need not be read. On
 * other routes the session is checked first, so that strangers learn nothing about these routes.
 */
function isTooLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const { bodyLimit, config } = routeOptions;
  return config.bound !== undefined && Number(headers['content-length'] ?? 0) > bodyLimit;
}

/** An address without a route is a page of the app, or does not exist. */
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
