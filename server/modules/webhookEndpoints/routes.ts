import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { OnlyReason } from '../../../contract/operators/team.ts';
import {
  AddEndpoint,
  DeliveriesReplayed,
  DeliveryList,
  DeliveryQuery,
  EndpointChanged,
  EndpointList,
  EndpointSecret,
  ReplayDeliveries,
} from '../../../contract/operators/webhooks.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import {
  addEndpoint,
  pauseEndpoint,
  removeEndpoint,
  replay,
  rotateSecret,
  showSecret,
} from './endpointActs.ts';
import { readDeliveries, readEndpoints } from '../webhooks/readWebhooks.ts';

const IdParams = z.object({ id: z.uuid() });

/** The operator's addresses for webhooks. Only administrators use these routes. */
export const webhookEndpointRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const { db, settings } = deps;
  const reading = { bound: callBounds.operator, roles: [] };
  // Changes of endpoints and views of secrets need a fresh second factor: messages leave the network, and receivers
  // trust the secret.
  const config = { ...reading, needsFreshFactor: true } as const;

  app.get(
    '/api/ops/webhooks',
    {
      config: reading,
      schema: { summary: 'List the endpoints of webhooks', response: { 200: EndpointList } },
    },
    async () => ({ endpoints: await readEndpoints(db, null) }),
  );

  app.post(
    '/api/ops/webhooks',
    {
      config,
      schema: {
        summary: 'Add an endpoint of webhooks',
        body: AddEndpoint,
        response: { 201: EndpointChanged },
      },
    },
    async (request, reply) => {
      const { why, ...endpoint } = request.body;
      const act = actOf(request, why);
      const added = await transact(deps, (work) => addEndpoint(work, settings, endpoint, act));
      return reply.code(201).send(added);
    },
  );

  const changed = { params: IdParams, body: OnlyReason, response: { 200: EndpointChanged } };
  app.post(
    '/api/ops/webhooks/:id/pause',
    { config, schema: { summary: 'Pause an endpoint of webhooks', ...changed } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => pauseEndpoint(work, request.params.id, true, act));
    },
  );
  app.post(
    '/api/ops/webhooks/:id/resume',
    { config, schema: { summary: 'Resume an endpoint of webhooks', ...changed } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => pauseEndpoint(work, request.params.id, false, act));
    },
  );
  app.post(
    '/api/ops/webhooks/:id/remove',
    { config, schema: { summary: 'Remove an endpoint of webhooks', ...changed } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => removeEndpoint(work, request.params.id, act));
    },
  );

  const secret = { params: IdParams, body: OnlyReason, response: { 200: EndpointSecret } };
  app.post(
    '/api/ops/webhooks/:id/secret',
    { config, schema: { summary: 'Show the secret of an endpoint', ...secret } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => showSecret(work, settings, request.params.id, act));
    },
  );
  app.post(
    '/api/ops/webhooks/:id/rotate-secret',
    { config, schema: { summary: 'Replace the secret of an endpoint', ...secret } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => rotateSecret(work, settings, request.params.id, act));
    },
  );

  app.get(
    '/api/ops/webhooks/:id/deliveries',
    {
      config: reading,
      schema: {
        summary: 'List the messages to an endpoint',
        params: IdParams,
        querystring: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    },
    async ({ params, query: { limit, ...filter } }) => {
      const found = await readDeliveries(db, params.id, filter, limit + 1);
      const deliveries = found.slice(0, limit);
      return {
        deliveries,
        before: found.length > limit ? (deliveries.at(-1)?.number ?? null) : null,
      };
    },
  );

  app.post(
    '/api/ops/webhooks/:id/replay',
    {
      config,
      schema: {
        summary: 'Send messages to an endpoint again',
        params: IdParams,
        body: ReplayDeliveries,
        response: { 200: DeliveriesReplayed },
      },
    },
    (request) => {
      const { message, why } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => replay(work, request.params.id, message, act));
    },
  );
};
