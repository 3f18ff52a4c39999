import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { compressed, withEtag } from './publicAnswers.ts';

/**
 * What holds for every answer under `/api`: not kept by anyone unless its handler said so, an ETag
 * where it may be kept, and compressed where that saves something. Its date is the server's own, also
 * where that was moved: apps learn from it how far their device's clock is off.
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
