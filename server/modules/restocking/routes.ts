import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RestockingList, RestockingQuery } from '../../../contract/operators/restocking.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { guardOperators, operatorOf } from '../operators/guard.ts';
import { listRestocking } from './listRestocking.ts';

export const restockingRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  app.get(
    '/api/ops/restocking',
    {
      config: {
        bound: callBounds.operator,
        roles: ['support', 'field', 'finance', 'readOnly'] as const,
      },
      schema: {
        summary: 'List the stations that will be empty or full, with the chargers to bring or take',
        querystring: RestockingQuery,
        response: { 200: RestockingList },
      },
    },
    (request) =>
      listRestocking(deps.db, request.query, operatorOf(request).reach, deps.clock.now()),
  );
};
