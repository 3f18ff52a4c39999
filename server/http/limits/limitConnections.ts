import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { callerNetwork, networksPerSite, siteOf } from './networks.ts';

export interface ConnectionLimits {
  /** The limit for all addresses together. */
  readonly inAll: number;
  /** The limit for one address. Null behind a proxy, because then all connections come from the proxy's address. */
  readonly perAddress: number | null;
}

/**
 * Limits the open connections, because each of them uses memory and a file handle. The server
 * immediately closes each connection that is above a limit. An IPv6 connection counts for its /64
 * network and for its /48 network. The limit of a /48 network is sixteen times as high.
 */
export function limitConnections(
  app: FastifyInstance,
  { inAll, perAddress }: ConnectionLimits,
): void {
  app.server.maxConnections = inAll;
  if (perAddress === null) return;
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const left = (open.get(key) ?? 0) + change;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
  // This listener runs before the listener of Node itself, so that Node does not set up a
  // connection that is closed at once.
  app.server.prependListener('connection', (socket: Socket) => {
    const network = callerNetwork(socket.remoteAddress ?? '');
    const site = siteOf(network);
    const ofSite = site === null ? 0 : (open.get(site) ?? 0);
    if ((open.get(network) ?? 0) >= perAddress || ofSite >= perAddress * networksPerSite) {
      socket.destroy();
      return;
    }
    const keys = site === null ? [network] : [network, site];
    for (const key of keys) add(key, 1);
    socket.once('close', () => {
      for (const key of keys) add(key, -1);
    });
  });
}
