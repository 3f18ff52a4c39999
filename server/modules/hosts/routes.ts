import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HostInterest, HostInterestTaken, HostTerms } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { saveInterest } from './saveInterest.ts';

/** All fields of the app's form are short, so a larger body cannot come from this form. */
const bodyLimit = 16 * 1024;

export const hostRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.get(
    paths.hostTerms,
    {
      config: { bound: callBounds.cached },
      schema: {
        summary: 'The facts for owners of a venue, and the basis of the estimate of earnings',
        tags: ['hosts'],
        response: { 200: HostTerms },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60, stale-while-revalidate=3600');
      const { keepDays, estimate } = deps.settings.hosts;
      return {
        keptDays: keepDays,
        estimate: estimate && { share: estimate.share, venues: [...estimate.venues] },
      };
    },
  );

  app.post(
    paths.hosts,
    {
      config: { bound: callBounds.form },
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
