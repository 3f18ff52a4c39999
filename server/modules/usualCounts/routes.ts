import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { UsualCounts } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { readUsualCounts } from './readUsualCounts.ts';

export const usualCountRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.usualCounts,
    {
      config: { bound: callBounds.station },
      schema: {
        summary: 'What a station usually has in the next hours; the id as people type it',
        tags: ['stations'],
        params: z.object({ id: z.string() }),
        response: { 200: UsualCounts },
      },
    },
    async (request, reply) => {
      const counts = await readUsualCounts(deps.db, request.params.id, deps.clock.now());
      reply.header('cache-control', 'public, max-age=300');
      return counts;
    },
  );
};
