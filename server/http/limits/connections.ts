import { Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { longestCallMs } from '../../providers/longestCallMs.ts';

/** The time that a stop gives to requests in progress: one may wait for a provider. */
export const lastRequestsMs = longestCallMs + 1_000;
/** How long a stop waits for the open connections to send one more request, in milliseconds. */
const drainMs = 1_000;
/** The most turns of the event loop that a stop waits for pending connections. */
const mostTurns = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes no more connections, and closes each after its next answer. Resolves once all are closed, after
     * a second at the latest. Call it before `close`, which cuts connections that are idle.
     */
    drain(): Promise<void>;
  }
}

/**
 * Lets the server close promptly: Node itself waits a minute for a connection that was opened and
 * never used, as browsers keep some in stock, and for ever for a request that does not end.
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
  app.decorate('drain', async () => {
    draining = true;
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

/**
 * Closes the listening socket after the connections in its queue were accepted. The operating system resets
 * queued connections when the socket closes, and a client does not know whether a reset request had an effect.
 * Node accepts one connection in each turn of the event loop.
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
  // The HTTP server's own `close` would cut the idle connections, too.
  Server.prototype.close.call(server);
}
