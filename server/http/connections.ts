import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that are under way at a stop are given this time. */
const lastRequestsMs = 5_000;

/**
 * Lets the server close promptly: Node itself waits a minute for a connection that was opened and
 * never used, as browsers keep some in stock, and for ever for a request that does not end.
 */
export function closeConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), lastRequestsMs).unref();
  });
}
