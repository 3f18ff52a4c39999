import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Dependencies } from '../server/dependencies.ts';
import { ProblemError } from '../server/http/problem.ts';
import {
  NewNews,
  NewsRepeatedError,
  publishNews,
} from '../server/modules/notifications/publishNews.ts';
import { transact } from '../server/work.ts';

/** Lets anybody play the operator who has news. Register with the prefix `/sandbox`. */
export const sandboxNewsRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post('/api/news', { schema: { hide: true, body: NewNews } }, async (request, reply) => {
    try {
      await transact(deps, (work) => publishNews(work, request.body));
    } catch (error) {
      if (!(error instanceof NewsRepeatedError)) throw error;
      throw new ProblemError('invalidInput');
    }
    return reply.code(202).send({});
  });
};
