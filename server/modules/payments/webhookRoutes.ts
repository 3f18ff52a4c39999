import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { handleWebhook } from './handleWebhook.ts';

const Params = z.object({ provider: z.string() });

/** Larger than any webhook of the provider. */
const bodyLimitBytes = 256 * 1024;

/**
 * Webhooks of the payment provider. Their content is never logged. It changes nothing directly,
 * except the expiry date of a card: the server queries the provider instead. The routes have a
 * separate Fastify scope, because the signature covers the raw bytes.
 */
export const webhookRoutes: FastifyPluginAsync<{ deps: Dependencies }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    paths.paymentWebhook,
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        summary: 'Signed webhook of the payment provider; the server then queries the provider',
        tags: ['payment'],
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { provider } = Params.parse(request.params);
      if (provider !== deps.payments.name) throw new ProblemError('notFound');
      const { body, headers } = request;
      const message = Buffer.isBuffer(body) ? body.toString('utf8') : '';
      const event = deps.payments.readWebhook({ body: message, headers, now: deps.clock.now() });
      if (!event) throw new ProblemError('invalidInput');
      await handleWebhook(deps, event);
      return reply.code(204).send();
    },
  );
};
