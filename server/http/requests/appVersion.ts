import type { FastifyInstance } from 'fastify';
import { paths } from '../../../contract/paths.ts';
import { ProblemError } from '../problem.ts';

/**
 * The calls that even an outdated app may make: they show the account and its orders, end a rental, pay, reach support,
 * and sign out. So every rider can return a charger and complete a payment. The call that starts a rental is not in the
 * list: it may be refused even if it repeats an earlier call. If the app did not get the answer to the earlier call, it
 * finds the order with `currentOrder`.
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
  `POST ${paths.claim}`,
  `POST ${paths.faulty}`,
  `PUT ${paths.claimPhoto}`,
  `GET ${paths.receiptPdf}`,
  `GET ${paths.topUp}`,
  `POST ${paths.supportReports}`,
  `DELETE ${paths.currentSession}`,
]);

export interface Versions {
  /** The version of this server. */
  own: string;
  /** The oldest version of the app that may make all calls; null if every version may. */
  minimum: string | null;
}

/**
 * Refuses calls of outdated apps, because an installed app may be weeks old. The app then asks the rider to update it.
 * Each answer contains the version of this server, because a new app may still reach an old server during a rolling
 * deploy.
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

/**
 * Returns whether `version` is older than `than`. Both begin with `major.minor.patch`. An invalid version counts as
 * older than every valid version.
 */
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
