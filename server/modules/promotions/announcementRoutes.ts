import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  HostChanged,
  HostList,
  HostQuery,
  NewsForOperatorsList,
  NewsPublished,
  PublishNews,
} from '../../../contract/operators/promotions.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import { answerHost, eraseHost, listHosts } from './hostActs.ts';
import { listNewsForOperators, publishNewsOnce } from './newsActs.ts';

const HostParams = z.object({ reference: z.string().max(40) });

/** Endpoints for news and for the requests of hosts. */
export const announcementRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;

  app.get(
    '/api/ops/news',
    {
      config: { bound, roles: ['support', 'finance', 'marketing', 'readOnly'] },
      schema: { summary: 'List the news', response: { 200: NewsForOperatorsList } },
    },
    () => listNewsForOperators(deps.db),
  );

  app.post(
    '/api/ops/news',
    {
      config: { bound, roles: ['marketing'] },
      schema: {
        summary: 'Publish news to all riders',
        body: PublishNews,
        response: { 201: NewsPublished },
      },
    },
    async (request, reply) => {
      const { news, why } = request.body;
      const act = actOf(request, why);
      const published = await transact(deps, (work) => publishNewsOnce(work, news, act));
      return reply.code(201).send(published);
    },
  );

  // The requests of hosts contain e-mail addresses or phone numbers, so only the roles that answer hosts can read the
  // requests.
  const config = { bound, roles: ['support', 'marketing'] as const };

  app.get(
    '/api/ops/hosts',
    {
      config,
      schema: {
        summary: 'List the requests of hosts',
        querystring: HostQuery,
        response: { 200: HostList },
      },
    },
    (request) => listHosts(deps.db, request.query),
  );

  for (const [verb, act, summary] of [
    ['done', answerHost, 'Mark the request of a host as answered'],
    ['erase', eraseHost, 'Erase the request of a host'],
  ] as const) {
    app.post(
      `/api/ops/hosts/:reference/${verb}`,
      {
        config,
        schema: { summary, params: HostParams, body: OnlyReason, response: { 200: HostChanged } },
      },
      (request) => {
        const by = actOf(request, request.body.why);
        return transact(deps, (work) => act(work, request.params.reference, by));
      },
    );
  }
};
