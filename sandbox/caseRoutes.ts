import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Dependencies } from '../server/dependencies.ts';
import { ProblemError } from '../server/http/problem.ts';
import { answerReport, ReportAnswer, ReportError } from '../server/modules/support/answerReport.ts';
import { transact } from '../server/work.ts';

const Params = z.object({ number: z.string().max(40) });
const Answer = z.strictObject({ answer: ReportAnswer });

/** Lets anybody play support, who answers a report. Register with the prefix `/sandbox`. */
export const sandboxCaseRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post(
    '/api/cases/:number',
    { schema: { hide: true, params: Params, body: Answer } },
    async (request) => {
      const { number } = request.params;
      try {
        return await transact(deps, (work) => answerReport(work, number, request.body.answer));
      } catch (error) {
        if (!(error instanceof ReportError)) throw error;
        throw new ProblemError(error.isMissing ? 'notFound' : 'invalidInput');
      }
    },
  );
};
