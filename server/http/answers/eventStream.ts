import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';
import { callerNetwork, siteOf } from '../limits/networks.ts';

/** A live stream of server-sent events to one client. */
export interface EventStream {
  /** Sends one event. `data` is any JSON value. After the end of the stream, the call does nothing. */
  send(event: string, data: unknown): void;
  /**
   * Resolves when the client disconnects or the server ends the stream. The caller must then stop listening for
   * changes.
   */
  readonly closed: Promise<void>;
  close(): void;
}

/** Heartbeats are needed, because some proxies cut a connection that is silent for a minute, or even less. */
const heartbeatMs = 15_000;

/** If a client is this many bytes behind, the server disconnects it. After it reconnects, it reads the current data. */
const maxBufferedBytes = 128 * 1024;

/** An open stream, with its session and network address for the limits. */
export interface OpenStream extends EventStream {
  /** The hash of the session that opened the stream; null for a caller without a session. */
  readonly sessionHash: string | null;
  readonly network: string;
  /** The /48 network of an IPv6 address; null for IPv4. */
  readonly site: string | null;
}

/** The highest number of streams per session. The tabs and map tiles of one rider need far fewer. */
const maxPerSession = 20;
/**
 * The highest number of streams per network address. It is high, because a campus or a mobile network may share one
 * address.
 */
const maxPerNetwork = 400;
/**
 * The highest number of streams per /48 network. A hosting company may give a whole /48 network to one customer, and
 * this limit applies to all addresses of that customer together.
 */
const maxPerSite = 1000;
/** The highest number of streams per process, because each of them uses a socket and about 30 kB. */
const maxPerProcess = 4000;
/**
 * How many of the `maxPerProcess` streams are reserved for callers with a session, because these callers follow their
 * orders.
 */
const reservedForSessions = 1000;
const retryAfterSeconds = 30;

/** @throws {ProblemError} `tooManyRequests` above a limit. The app polls instead. */
function enforceStreamLimits(
  open: ReadonlySet<OpenStream>,
  { sessionHash, network, site }: Pick<OpenStream, 'sessionHash' | 'network' | 'site'>,
): void {
  let [ofSession, ofNetwork, ofSite] = [0, 0, 0];
  for (const stream of open) {
    if (sessionHash !== null && stream.sessionHash === sessionHash) ofSession++;
    if (stream.network === network) ofNetwork++;
    if (site !== null && stream.site === site) ofSite++;
  }
  const most = sessionHash === null ? maxPerProcess - reservedForSessions : maxPerProcess;
  const isAbove = ofSession >= maxPerSession || ofNetwork >= maxPerNetwork || ofSite >= maxPerSite;
  if (isAbove || open.size >= most) {
    throw new ProblemError('tooManyRequests', { retryAfter: retryAfterSeconds });
  }
}

/**
 * Responds to the request with an open stream. The route handler returns `reply` afterwards.
 *
 * @throws {ProblemError} `tooManyRequests` above the limit of the session, the address, the /48
 *   network or the process.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  // A closed connection has no address any more, although the type of `ip` does not allow that.
  const network = reply.raw.destroyed ? '' : callerNetwork(request.ip);
  const sessionHash = request.session?.idHash ?? null;
  const whose = { sessionHash, network, site: siteOf(network) };
  enforceStreamLimits(request.server.eventStreams, whose);
  reply.hijack();
  // From now on, the limits of streams apply, so this call no longer counts as an open call.
  request.leaveLimits?.();
  const { raw } = reply;
  raw.writeHead(200, {
    ...request.server.dataHeaders,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Without this header, nginx would buffer the events.
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  // A write after the end of the response would emit an error without a listener, which would end the
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
    // If the client disconnected during the session lookup, no further close event follows.
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
