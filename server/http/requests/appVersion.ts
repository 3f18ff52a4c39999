import type { FastifyInstance } from 'fastify';
import { paths } from '../../../contract/paths.ts';
import { ProblemError } from '../problem.ts';

/**
 * What an app is answered however old it is, so that nobody is left with a charger or a payment that is
 * under way: who they are, how it stands, and what brings it to its end. A rental whose acceptance was
 * lost on the way is found by `currentOrder`; asking for it once more begins nothing, and may be refused.
 */
const finishing: ReadonlySet<string> = new Set([
  `GET ${paths.config}`,
  `GET ${paths.me}`,
  `GET ${paths.currentOrder}`,
  `GET ${paths.order}`,
  `GET ${paths.orderEvents}`,
  `POST ${paths.payOrder}`,
  `POST ${paths.orderSeen}`,
  `POST ${paths.notEjected}`,
  `GET ${paths.receiptPdf}`,
  `GET ${paths.topUp}`,
  `POST ${paths.supportReports}`,
  `DELETE ${paths.currentSession}`,
]);

export interface Versions {
  /** This server's own. */
  own: string;
  /** The oldest app that may begin something; null lets all. */
  minimum: string | null;
}

/**
 * Tells apps older than the minimum to update; an installed app may be weeks old. Each answer says how
 * old the server itself is: while servers are replaced one by one, a new app may still reach an old one.
 */
export function checkAppVersion(app: FastifyInstance, { own, minimum }: Versions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-server-version', own);
    const version = request.headers['x-app-version'];
    if (minimum === null || typeof version !== 'string' || !isOlder(version, minimum)) return;
    const { method, routeOptions } = request;
    if (!finishing.has(`${method} ${routeOptions.url}`)) throw new ProblemError('updateRequired');
  });
}

/** Compares `major.minor.patch`; what is not a version is older than every version. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) =>
    (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '-1').split('.').map(Number),
  );
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
