import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Dependencies } from '../server/dependencies.ts';
import { ProblemError } from '../server/http/problem.ts';
import { CampaignRefusedError, endCampaign } from '../server/modules/campaigns/insertCampaign.ts';
import { createCampaign } from '../server/modules/raffles/createCampaign.ts';
import { NewCampaign } from '../server/modules/campaigns/newCampaign.ts';

const Params = z.object({ type: z.string() });

/** Lets anybody play the operator. Register with the prefix `/sandbox`, and only where no money is real. */
export const sandboxCampaignRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  const { db, clock, settings } = deps;

  app.post(
    '/api/campaigns',
    { schema: { hide: true, body: NewCampaign } },
    async (request, reply) => {
      try {
        const now = clock.now();
        const created = await createCampaign(db, request.body, settings.currency, now);
        return await reply.code(201).send(created);
      } catch (error) {
        if (!(error instanceof CampaignRefusedError)) throw error;
        throw new ProblemError('invalidInput', { fields: [`body.${error.field}`] });
      }
    },
  );

  app.post(
    '/api/campaigns/:type/end',
    { schema: { hide: true, params: Params } },
    async (request) => {
      if (!(await endCampaign(db, request.params.type, clock.now()))) {
        throw new ProblemError('campaignNotFound');
      }
      return {};
    },
  );
};
