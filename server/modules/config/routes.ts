import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Config } from '../../../contract/config.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { readConfig } from './presentConfig.ts';

export const configRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.config,
    {
      config: { bound: callBounds.cached },
      schema: {
        summary: 'The settings that the app needs at its start',
        tags: ['config'],
        response: { 200: Config },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60, stale-while-revalidate=3600');
      return readConfig(deps);
    },
  );
};
