import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { installApiAnswers } from '../../http/answers/apiAnswers.ts';
import { isKnown } from '../../http/answers/publicAnswers.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { limitWork } from '../../http/limits/limitCalls.ts';
import { createFeed, type Feed, type StationFileName } from './feed.ts';

/** The public feed of stations for all map apps: https://gbfs.org. */
export const gbfsRoutes: FastifyPluginAsync<{ deps: Dependencies }> = async (app, { deps }) => {
  const feed = createFeed(deps);
  app.addHook('onSend', async (_request, reply) => {
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-expose-headers', 'etag');
  });
  await app.register(async (files) => {
    installApiAnswers(files, deps.clock);
    for (const [name, read] of Object.entries(feed.system)) {
      const config = { bound: callBounds.cached };
      files.get(`/${name}.json`, { config, schema: { hide: true } }, async (_request, reply) => {
        asPublicJson(reply, 60);
        return read();
      });
    }
  });
  serveStations(app, { feed, name: 'station_information' });
  serveStations(app, { feed, name: 'station_status' });
};

function serveStations(
  app: FastifyInstance,
  { feed, name }: { feed: Feed; name: StationFileName },
): void {
  const config = { bound: callBounds.feed };
  app.get(`/${name}.json`, { config, schema: { hide: true } }, async (request, reply) => {
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const { etag, gzipped } = (await feed.stations())[name];
    asPublicJson(reply, 15).header('vary', 'accept-encoding');
    if (isKnown(request, reply, etag)) return reply.send();
    if (takesGzip) return reply.header('content-encoding', 'gzip').send(gzipped);
    // Only requests for uncompressed files have this limit. Map apps accept compressed files, and
    // the uncompressed file of a million stations has hundreds of megabytes.
    limitWork(request, reply, callBounds.unpacked);
    return reply.send(Readable.from([gzipped]).pipe(createGunzip()));
  });
}

function asPublicJson(reply: FastifyReply, seconds: number): FastifyReply {
  return reply
    .header('cache-control', `public, max-age=${seconds}`)
    .type('application/json; charset=utf-8');
}
