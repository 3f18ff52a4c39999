import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import { NewReport, Report, ReportList } from '../../../contract/support.ts';
import type { Dependencies } from '../../dependencies.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { openReport } from './openReport.ts';
import { listReports } from './readReports.ts';

const tags = ['support'];
const security = [{ session: [] }];
const shown = 50;

export const supportRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.supportReports,
    {
      config: { guests: true },
      schema: {
        summary: 'What the rider reported to support, newest first',
        tags,
        security,
        response: { 200: ReportList },
      },
    },
    (request) => listReports(deps.db, sessionOf(request).userId, shown),
  );

  app.post(
    paths.supportReports,
    {
      config: { guests: true },
      schema: {
        summary: 'Report that something is wrong (Idempotency-Key); support answers',
        tags,
        security,
        body: NewReport,
        response: { 201: Report },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const report = await workOnce(deps, request, userId, Report, (work) =>
        openReport(work, userId, request.body),
      );
      return reply.code(201).send(report);
    },
  );
};
