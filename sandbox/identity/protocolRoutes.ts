import type { FastifyPluginAsync } from 'fastify';
import { SocialProvider, socialProviders } from '../../contract/socialProvider.ts';
import type { Stage } from './stage.ts';

/** What our server asks by itself, and not the person's browser. */
const exchanges = /\/(token|access_token|jwks|openid-configuration)$/;

/** Everything else is the OpenID library's, which reads requests and writes answers itself. */
export const protocolRoutes: FastifyPluginAsync<{ stage: Stage }> = async (app, { stage }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  for (const provider of socialProviders) {
    app.all(`/${provider}/*`, async (request, reply) => {
      const { raw } = request;
      const path = request.url.slice(provider.length + 1);
      const asksAlone = exchanges.test(new URL(path, stage.url).pathname);
      if (stage.faults.isDown(SocialProvider.parse(provider), asksAlone)) {
        return reply.code(503).type('text/plain').send('Service unavailable');
      }
      const played = (await stage.providers()).get(provider);
      if (!played) return reply.code(404).send();
      // Our own server may have come by another address than people do; there is only one issuer.
      const { host, protocol } = new URL(stage.url);
      Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.replace(':', '') });
      delete raw.headers['x-forwarded-host'];
      reply.hijack();
      Object.assign(raw, { originalUrl: request.url, url: path });
      await played.callback()(raw, reply.raw);
      return reply;
    });
  }
};
