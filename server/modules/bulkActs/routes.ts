import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BulkAct, BulkActList } from '../../../contract/operators/bulkActs.ts';
import { OperatorRole } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { guardOperators, requireAllStations } from '../operators/guard.ts';
import { listBulkActs, showBulkAct } from './bulkActs.ts';

/** The progress of bulk acts. */
export const bulkActRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  app.addHook('preHandler', async (request) => requireAllStations(request));
  const config = {
    bound: callBounds.operator,
    roles: OperatorRole.exclude(['administrator']).options,
  };

  app.get(
    '/api/ops/bulk-acts',
    { config, schema: { summary: 'List the bulk acts', response: { 200: BulkActList } } },
    () => listBulkActs(deps.db),
  );

  app.get(
    '/api/ops/bulk-acts/:id',
    {
      config,
      schema: {
        summary: 'Show the progress of a bulk act',
        params: z.object({ id: z.uuid() }),
        response: { 200: BulkAct },
      },
    },
    ({ params }) => showBulkAct(deps.db, params.id),
  );
};
