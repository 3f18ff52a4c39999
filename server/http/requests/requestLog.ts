import type { FastifyInstance } from 'fastify';

/**
 * Logs one line for each request that `limitCalls` does not refuse. The line contains the pattern of the route instead
 * of the address, because the address may contain a name.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // A flood of refused calls must not fill the disk. Their number is logged each minute.
    if (request.isRefused) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
