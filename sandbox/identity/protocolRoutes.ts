import type { FastifyPluginAsync } from 'fastify';
import { socialProviders } from '../../contract/signIn/socialProvider.ts';
import type { IdentityContext } from './identityContext.ts';

/** The paths to which the server sends requests. Browsers send requests to all other paths. */
const serverPaths = /\/(token|access_token|jwks|openid-configuration)$/;

/**
 * If a request matches no other route, passes it to the OpenID library. The library itself reads
 * the body and sends the response.
 */
export const protocolRoutes: FastifyPluginAsync<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  for (const provider of [...socialProviders, 'operators'] as const) {
    app.all(`/${provider}/*`, async (request, reply) => {
      const { raw } = request;
      const path = request.url.slice(provider.length + 1);
      const isFromServer = serverPaths.test(new URL(path, context.url).pathname);
      if (provider !== 'operators' && context.faults.isDown(provider, isFromServer)) {
        return reply.code(503).type('text/plain').send('Service unavailable');
      }
      const simulated =
        provider === 'operators'
          ? await context.operators()
          : (await context.providers()).get(provider);
      if (!simulated) return reply.code(404).send();
      // The server may use another address than browsers, but all tokens must name the same issuer.
      const { host, protocol } = new URL(context.url);
      Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.replace(':', '') });
      delete raw.headers['x-forwarded-host'];
      reply.hijack();
      // Omit our content security policy: the library sends its own policy, which contains the hash of its script.
      const { 'content-security-policy': _own, ...headers } = reply.getHeaders();
      for (const [name, value = ''] of Object.entries(headers)) reply.raw.setHeader(name, value);
      Object.assign(raw, { originalUrl: request.url, url: path });
      await simulated.callback()(raw, reply.raw);
      return reply;
    });
  }
};
