import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import { Referral } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { readReferral } from './readReferral.ts';

export const referralRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.referral,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: "The rider's invite code, and what it has brought",
        tags: ['referral'],
        security: [{ session: [] }],
        response: { 200: Referral },
      },
    },
    async (request) => readReferral(deps, sessionOf(request).userId),
  );
};
