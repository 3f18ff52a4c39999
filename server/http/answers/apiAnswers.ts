import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { compressed, withEtag } from './publicAnswers.ts';

/**
 * Headers of every answer under `/api`: not cached unless its handler allows it, an ETag if it is
 * cacheable, and compressed if that saves bytes. The date comes from the server's own clock, which
 * may have been moved: apps use it to measure the offset of their device's clock.
 */
export function installApiAnswers(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('date', clock.now().toUTCString());
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (typeof payload !== 'string') return payload;
    const mayBeKept = !String(reply.getHeader('cache-control')).includes('no-store');
    const body = mayBeKept ? withEtag(request, reply, payload) : payload;
    return body === null ? body : compressed(request, reply, body);
  });
}
