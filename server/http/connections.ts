import { Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { longestCallMs } from '../providers/longestCallMs.ts';

/** Requests that are under way at a stop are given this time: one may be waiting for a provider. */
export const lastRequestsMs = longestCallMs + 1_000;
/** How long a stop waits for the open connections to send one more request, in milliseconds. */
const drainMs = 1_000;
/** After so many turns of the event loop, a stop takes no more connections in any case. */
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
 * The system cuts connections that were made and not accepted yet. So they are accepted first, which is
 * one in each turn of the event loop: callers whose connection is refused go elsewhere, callers whose
 * request is cut do not know what became of it.
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
