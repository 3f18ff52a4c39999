import type { FastifyInstance } from 'fastify';

/** A body of at most `smallBodyBytes` must arrive within this time. */
const smallBodyMs = 15_000;
const smallBodyBytes = 256 * 1024;

/**
 * Closes connections whose body arrives too slowly. Routes with a larger body, such as photos, have
 * the time limit of the whole request.
 */
export function limitBodyTime(app: FastifyInstance, limitMs: number = smallBodyMs): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const mostBytes = request.routeOptions.bodyLimit ?? 0;
    if (mostBytes > smallBodyBytes) return payload;
    const timer = setTimeout(() => request.raw.destroy(), limitMs);
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    return payload;
  });
}
