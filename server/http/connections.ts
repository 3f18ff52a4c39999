import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that are under way at a stop are given this time. */
const lastRequestsMs = 5_000;
/** How long a stop waits for keep-alive connections to send one more request, in milliseconds. */
const drainMs = 1_000;

/** How long a stop waits for the first request on a connection, in milliseconds. */
const firstRequestMs = 500;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Closes each connection after its next answer. Resolves once all are closed, after a second at the
     * latest. Call it before `close`, which cuts connections that are idle.
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
  const used = new Set<Socket>();
  let draining = false;
  let reportEmpty = (): void => undefined;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      used.delete(socket);
      if (used.size === 0) reportEmpty();
    });
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => {
    unused.delete(socket);
    used.add(socket);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.decorate('drain', async () => {
    draining = true;
    if (used.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs);
      reportEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
  app.addHook('preClose', async () => {
    // A request may be on its way on one that was opened a moment ago.
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, firstRequestMs).unref();
    setTimeout(() => app.server.closeAllConnections(), lastRequestsMs).unref();
  });
}
