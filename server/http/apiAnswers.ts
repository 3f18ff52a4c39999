import type { FastifyInstance } from 'fastify';
import { compressed, withEtag } from './publicAnswers.ts';

/**
 * What holds for every answer under `/api`: not kept by anyone unless its handler said so, an ETag
 * where it may be kept, and compressed where that saves something.
 */
export function installApiAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (typeof payload !== 'string') return payload;
    const mayBeKept = !String(reply.getHeader('cache-control')).includes('no-store');
    const body = mayBeKept ? withEtag(request, reply, payload) : payload;
    return body === null ? body : compressed(request, reply, body);
  });
}
