import type { FastifyInstance, FastifyRequest } from 'fastify';

/** If a route accepts at most `smallBodyBytes`, the body must arrive within this time. */
const smallBodyMs = 15_000;
const smallBodyBytes = 256 * 1024;

/**
 * Closes connections whose body arrives too slowly. For routes with a larger body, such as photos, only
 * the time limit of the whole request applies.
 */
export function limitBodyTime(app: FastifyInstance, limitMs: number = smallBodyMs): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const mostBytes = request.routeOptions.bodyLimit ?? 0;
    // A request without a body needs no timer. Its payload emits no `end` before the answer, so the timer would cut
    // event streams.
    if (!hasBody(request) || mostBytes > smallBodyBytes) return payload;
    const timer = setTimeout(() => request.raw.destroy(), limitMs);
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    return payload;
  });
  // An answer such as "no session" may be ready before the whole body has arrived. Node would then read the rest of the
  // body only to drop it. Close the connection instead, if the body may be large.
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete && isLarge(request)) reply.header('connection', 'close');
  });
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is above the limit of its route, or has no declared length. */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? 0);
}
