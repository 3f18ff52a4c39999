import type { FastifyInstance } from 'fastify';
import { paths } from '../../../contract/paths.ts';
import { ProblemError } from '../problem.ts';

/**
 * The calls that even an outdated app may make, so that no rider is stuck with a charger or a
 * pending payment: the account, the current state, and the calls that end a rental. An app may have
 * missed the answer to its call that starts a rental. It finds the order with `currentOrder`, so a
 * repetition of that call may be refused.
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
  /** The version of this server. */
  own: string;
  /** The oldest app version that may start something; null accepts all. */
  minimum: string | null;
}

/**
 * Refuses calls of outdated apps, which then show that they must be updated. An installed app may
 * be weeks old. Each answer has the server's own version: during a rolling deploy, a new app may
 * still reach an old server.
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

/** Compares `major.minor.patch`; an invalid version counts as older than every version. */
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
