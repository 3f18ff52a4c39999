import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { operatorInput, type Operator } from '../server/outside/operator.ts';

const TypeParams = z.object({ type: z.string() });
const CaseParams = z.object({ number: z.string().max(40) });
const CaseAnswer = z.strictObject({ answer: operatorInput.reportAnswer });
const DisputeParams = z.object({ orderNumber: z.string().max(40) });
const DisputeAnswer = z.union([
  z.strictObject({ refund: z.int().positive() }),
  z.strictObject({ reject: z.literal(true) }),
]);

/**
 * Routes with which anybody can act as the operator. Register the routes with the prefix `/sandbox`, and only if the
 * payment provider moves no real money.
 */
export const operatorRoutes: FastifyPluginAsyncZod<{ operator: Operator }> = async (
  app,
  { operator },
) => {
  app.post(
    '/api/coupons',
    { schema: { hide: true, body: operatorInput.coupon } },
    async (request, reply) => {
      const codes = await operator.createCoupons(request.body);
      return reply.code(201).send({ code: codes[0], codes });
    },
  );

  app.post(
    '/api/campaigns',
    { schema: { hide: true, body: operatorInput.campaign } },
    async (request, reply) => reply.code(201).send(await operator.createCampaign(request.body)),
  );

  app.post(
    '/api/campaigns/:type/end',
    { schema: { hide: true, params: TypeParams } },
    async (request) => {
      await operator.endCampaign(request.params.type);
      return {};
    },
  );

  app.post(
    '/api/cases/:number',
    { schema: { hide: true, params: CaseParams, body: CaseAnswer } },
    (request) => operator.answerReport(request.params.number, request.body.answer),
  );

  app.post(
    '/api/disputes/:orderNumber',
    { schema: { hide: true, params: DisputeParams, body: DisputeAnswer } },
    async (request) => {
      const { body, params } = request;
      await operator.closeDispute(
        params.orderNumber,
        'refund' in body ? { kind: 'refund', amount: body.refund } : { kind: 'none' },
      );
      return {};
    },
  );

  app.post(
    '/api/news',
    { schema: { hide: true, body: operatorInput.news } },
    async (request, reply) => {
      await operator.publishNews(request.body);
      return reply.code(202).send({});
    },
  );
};
