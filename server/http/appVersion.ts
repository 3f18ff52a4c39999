import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

/** Tells apps older than the minimum to update; an installed app may be weeks old. */
export function requireAppVersion(app: FastifyInstance, minimum: string | null): void {
  if (!minimum) return;
  app.addHook('onRequest', async (request) => {
    const version = request.headers['x-app-version'];
    if (typeof version === 'string' && isOlder(version, minimum)) {
      throw new ProblemError('updateRequired');
    }
  });
}

/** Compares `major.minor.patch`; what is not a version is older than every version. */
export function isOlder(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) =>
    (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '-1').split('.').map(Number),
  );
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
