import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';
import { callerNetwork } from '../limits/rateLimit.ts';

/** A live stream of server-sent events to one client. */
export interface EventStream {
  /** Sends one event; `data` is what JSON can hold. Does nothing once the stream is closed. */
  send(event: string, data: unknown): void;
  /** Resolves when the client has left or the server ends the stream; then stop listening. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Proxies cut connections that are silent for a minute or less. */
const heartbeatMs = 15_000;

/**
 * A client that is this far behind is disconnected. It reads the current data after it reconnects.
 */
const maxBufferedBytes = 1_000_000;

/** An open stream with its session and network address, for the limits. */
export interface OpenStream extends EventStream {
  /** The session that opened it. */
  readonly sessionHash: string | null;
  readonly network: string;
}

/** A rider's tabs and map tiles need far fewer. */
const maxPerSession = 20;
/** A campus or a mobile network may share one address. */
const maxPerNetwork = 400;
/** Each open stream holds a socket and about 30 kB. */
const maxPerProcess = 4000;
/** Reserved for riders with a session, who follow their orders. */
const reservedForSessions = 1000;
const retryAfterSeconds = 30;

/** @throws {ProblemError} `tooManyRequests` above a limit. The app then polls. */
function enforceStreamLimits(
  open: ReadonlySet<OpenStream>,
  { sessionHash, network }: Pick<OpenStream, 'sessionHash' | 'network'>,
): void {
  let [ofSession, ofNetwork] = [0, 0];
  for (const stream of open) {
    if (sessionHash !== null && stream.sessionHash === sessionHash) ofSession++;
    if (stream.network === network) ofNetwork++;
  }
  const most = sessionHash === null ? maxPerProcess - reservedForSessions : maxPerProcess;
  if (ofSession >= maxPerSession || ofNetwork >= maxPerNetwork || open.size >= most) {
    throw new ProblemError('tooManyRequests', { retryAfter: retryAfterSeconds });
  }
}

/**
 * Answers the request with an open stream. The route handler returns `reply` afterwards.
 *
 * @throws {ProblemError} `tooManyRequests` above the limit of the session, the address or the
 * process.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const whose = {
    sessionHash: request.session?.idHash ?? null,
    // A closed connection has no address any more, although the type of `ip` says so.
    network: reply.raw.destroyed ? '' : callerNetwork(request.ip),
  };
  enforceStreamLimits(request.server.eventStreams, whose);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...request.server.dataHeaders,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise nginx would buffer the events.
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  // Writing to a response after its end emits an error without a listener, which would end the
  // process.
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
  };
  write(': open\n\n');

  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  heartbeat.unref();
  const open = request.server.eventStreams;
  const closed = new Promise<void>((resolve) => {
    // A client that left during the session lookup emits no further close event.
    if (raw.destroyed) resolve();
    else raw.once('close', () => resolve());
  });
  const stream: OpenStream = {
    ...whose,
    closed,
    send(event, data) {
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close() {
      raw.end();
    },
  };
  open.add(stream);
  // The session may have ended after the guard checked it.
  if (request.server.endedSessions.has(stream.sessionHash ?? '')) stream.close();
  void closed.then(() => {
    clearInterval(heartbeat);
    open.delete(stream);
  });
  return stream;
}
