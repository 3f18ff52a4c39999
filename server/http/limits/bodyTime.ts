import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body of at most `smallBodyBytes` must arrive within this time. */
const smallBodyMs = 15_000;
const smallBodyBytes = 256 * 1024;

/**
 * Closes connections whose body arrives too slowly. For routes with a larger body, such as photos, only
 * the time limit of the whole request applies.
 */
export function limitBodyTime(app: FastifyInstance, limitMs: number = smallBodyMs): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const mostBytes = request.routeOptions.bodyLimit ?? 0;
    // A request without a body emits no end before its answer, so an event stream would be cut.
    if (!hasBody(request) || mostBytes > smallBodyBytes) return payload;
    const timer = setTimeout(() => request.raw.destroy(), limitMs);
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    return payload;
  });
  // A call may be answered before its body has arrived, such as without a session. Node would read
  // and drop the rest.
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete && isLarge(request)) reply.header('connection', 'close');
  });
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A body above the limit of its route, or without a length. */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? 0);
}
