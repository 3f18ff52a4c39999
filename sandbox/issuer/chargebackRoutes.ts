import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../../server/http/problem.ts';
import type { Chargebacks } from './chargebacks.ts';

const Params = z.object({ authorization: z.string() });
const Opened = z.strictObject({ reason: z.string().min(1).max(60) });
const Closed = z.strictObject({ status: z.enum(['won', 'lost']) });

/** Routes with which a script acts as the cardholder's bank. */
export const chargebackRoutes: FastifyPluginAsyncZod<{ chargebacks: Chargebacks }> = async (
  app,
  { chargebacks },
) => {
  const hidden = { hide: true } as const;
  app.post(
    '/api/payments/:authorization/chargeback',
    { schema: { ...hidden, params: Params, body: Opened } },
    async ({ params, body }) => found(chargebacks.open(params.authorization, body.reason)),
  );
  app.post(
    '/api/payments/:authorization/chargeback/close',
    { schema: { ...hidden, params: Params, body: Closed } },
    async ({ params, body }) => found(chargebacks.close(params.authorization, body.status)),
  );
  app.post(
    '/api/payments/:authorization/fraud-warning',
    { schema: { ...hidden, params: Params } },
    async ({ params }, reply) => {
      found(chargebacks.warn(params.authorization) || null);
      return reply.code(204).send();
    },
  );
};

function found<T>(answer: T | null): T {
  if (answer === null) throw new ProblemError('notFound', { fields: ['params.authorization'] });
  return answer;
}
