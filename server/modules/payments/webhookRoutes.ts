import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { ProblemError } from '../../http/problem.ts';
import { handleWebhook } from './handleWebhook.ts';

const Params = z.object({ provider: z.string() });

/** The limit is larger than any webhook of the provider. */
const bodyLimitBytes = 256 * 1024;

/**
 * Routes for webhooks of the payment provider. The content of a webhook is never logged. Only the expiry date of a card
 * and the failure of the server's own refund are stored directly from a webhook; for everything else the server queries
 * the provider. The routes have a separate Fastify scope, because the signature covers the raw bytes.
 */
export const webhookRoutes: FastifyPluginAsync<{ deps: Dependencies }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    paths.paymentWebhook,
    {
      config: { bound: callBounds.webhook },
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
