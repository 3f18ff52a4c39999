import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HostInterest, HostInterestTaken } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { saveInterest } from './saveInterest.ts';

/** Each field is short; a larger body is not from our form. */
const bodyLimit = 16 * 1024;

export const hostRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.post(
    paths.hosts,
    {
      bodyLimit,
      schema: {
        summary: 'Request a station for a venue (Idempotency-Key); also for guests',
        tags: ['hosts'],
        body: HostInterest,
        response: { 201: HostInterestTaken },
      },
    },
    async (request, reply) => {
      const taken = await saveInterest(deps, request, request.body);
      return reply.code(201).send(taken);
    },
  );
};
