import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Dependencies } from '../server/dependencies.ts';
import { ProblemError } from '../server/http/problem.ts';
import { answerDispute, DisputeError } from '../server/modules/orders/answerDispute.ts';
import { transact } from '../server/work.ts';

const Params = z.object({ orderNumber: z.string().max(40) });
const Answer = z.union([
  z.strictObject({ refund: z.int().positive() }),
  z.strictObject({ reject: z.literal(true) }),
]);

/** Lets anybody play support. Register with the prefix `/sandbox`, and only where no money is real. */
export const sandboxDisputeRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post(
    '/api/disputes/:orderNumber',
    { schema: { hide: true, params: Params, body: Answer } },
    async (request) => {
      try {
        return await transact(deps, (work) =>
          answerDispute(work, request.params.orderNumber, request.body),
        );
      } catch (error) {
        if (!(error instanceof DisputeError)) throw error;
        throw new ProblemError(error.isMissing ? 'notFound' : 'notDisputable');
      }
    },
  );
};
