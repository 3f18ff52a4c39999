import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { providerTimeoutMs } from '../../providers/providerTimeout.ts';
import { ProblemError, problemBody } from '../problem.ts';

/**
 * How long a shutdown waits for requests in progress, in milliseconds. The time is long, because a
 * request may wait for a provider.
 */
export const lastRequestsMs = providerTimeoutMs + 1_000;
/** How long a shutdown waits for a further request on open connections, in milliseconds. */
const drainMs = 1_000;
/** A shutdown accepts connections until none has arrived for this time, in milliseconds. */
const quietMs = 100;
/** A shutdown accepts connections for at most this time, even if they keep arriving, in milliseconds. */
const lastConnectionsMs = 1_000;
/**
 * The highest number of turns of the event loop for which a shutdown waits for pending connections.
 */
const mostTurns = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is shutting down. A load balancer must then use another server. */
    isDraining(): boolean;
    /**
     * Closes each open connection after its next answer. Accepts new connections until none has arrived for a moment,
     * but for about one second at most. Resolves when all connections are closed, or after about two seconds. Call it
     * before `close`, which cuts idle connections.
     */
    drain(): Promise<void>;
  }
}

/**
 * Lets the server shut down quickly. Without this, Node would wait a minute for unused connections, which browsers open
 * in advance. It would wait without a limit for a request that does not end.
 */
export function closeConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  const open = new Set<Socket>();
  let draining = false;
  let reportEmpty = (): void => undefined;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    open.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      open.delete(socket);
      if (open.size === 0) reportEmpty();
    });
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.decorate('isDraining', () => draining);
  app.decorate('drain', async () => {
    draining = true;
    await noConnectionsCome(app.server);
    await stopListening(app.server);
    if (open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs);
      reportEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), lastRequestsMs).unref();
  });
}

const statusOfFailure: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Responds with an error to data that is not HTTP, has too many headers or arrives too slowly, and closes the
 * connection.
 */
export function refuseConnection(
  socket: Socket,
  { code = '' }: NodeJS.ErrnoException,
  headers: Readonly<Record<string, string>>,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = statusOfFailure[code] ?? 400;
    const problem = { ...problemBody(new ProblemError('invalidInput'), randomUUID()), status };
    const body = JSON.stringify(problem);
    const lines = {
      ...headers,
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  }
  socket.destroy();
}

/** Resolves when no new connection has arrived for a moment, or after about one second. */
async function noConnectionsCome(server: Server): Promise<void> {
  const endsAt = performance.now() + lastConnectionsMs;
  let hasAccepted = true;
  const onConnection = () => (hasAccepted = true);
  server.on('connection', onConnection);
  while (hasAccepted && performance.now() < endsAt) {
    hasAccepted = false;
    await wait(quietMs);
  }
  server.off('connection', onConnection);
}

/**
 * Accepts the connections in the queue of the listening socket, then closes the socket. Closing the socket would reset
 * queued connections, and then their clients could not find out whether their requests had an effect. Node accepts one
 * connection in each turn of the event loop.
 */
async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => accepted++;
  server.on('connection', count);
  await setImmediate();
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = accepted;
    await setImmediate();
    if (accepted === before) break;
  }
  server.off('connection', count);
  // This is the `close` of `net`, because the `close` of the HTTP server would also cut the idle connections.
  Server.prototype.close.call(server);
}
