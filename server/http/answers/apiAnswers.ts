import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../time/clock.ts';
import { compressed, withEtag } from './publicAnswers.ts';
import { RecentEncodings } from './recentEncodings.ts';

/**
 * Sets the headers of every answer under `/api`. An answer is not cached unless its handler allows it. It has an ETag
 * if it may be cached. It is compressed if that saves bytes and the caller accepts it. The header `date` has the time
 * of the server's own clock, which may be set forward. Apps use it to measure the offset of the device's clock.
 */
export function installApiAnswers(app: FastifyInstance, clock: Clock): void {
  const recent = new RecentEncodings();
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('date', clock.now().toUTCString());
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (typeof payload !== 'string') return payload;
    const mayBeStored = !String(reply.getHeader('cache-control')).includes('no-store');
    const body = mayBeStored ? withEtag(request, reply, payload) : payload;
    if (body === null) return body;
    // The server stores compressed answers only for guests, because many guests get the same answer. It never stores
    // what only one rider may see.
    const isForGuests = request.routeOptions.config.bound !== undefined && request.session === null;
    return compressed(request, reply, body, isForGuests ? recent.of(body) : undefined);
  });
}
