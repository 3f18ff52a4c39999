import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AnswerCase,
  AssignCase,
  CaseActed,
  CaseList,
  CaseQuery,
  CaseShown,
  CloseCase,
  OpenCase,
  PayBack,
  ProofKeyRotated,
  RotateProofKey,
  WaitCase,
} from '../../../contract/operators/desk.ts';
import { OpsOrderList, OpsOrderQuery, OpsOrderShown } from '../../../contract/operators/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { orRequest } from '../approvals/payLimits.ts';
import { actOf, guardOperators, operatorOf, type Act } from '../operators/guard.ts';
import { isCaseWithin } from '../support/caseQueries.ts';
import { answerCase, assignCase, openOrderCase, openTopUpCase, waitCase } from './acts.ts';
import { closeCase } from './closeCase.ts';
import { payBack, requestClose, requestPayBack, type PaidFor } from './payBack.ts';
import { rotateOnce } from './rotateOnce.ts';
import { caseNotFound, listCases, showCase } from './showCases.ts';
import { listOpsOrders, refuseForeignOrder, showOpsOrder } from './showOrders.ts';

const CaseParams = z.object({
  number: z
    .string()
    .max(20)
    .transform((text) => text.toUpperCase()),
});
/** The number of an order or a top-up. */
const PaidParams = z.object({
  number: z
    .string()
    .max(40)
    .transform((text) => text.toUpperCase()),
});

const WithOrder = z.object({ order: z.string() });

/**
 * Refuses a call about a case or an order whose stations are outside of the operator's regions and venues. For such a
 * case, the answer is as if the case did not exist.
 *
 * @throws {OpsError} caseNotFound, regionForeign.
 */
async function refuseForeign(db: Dependencies['db'], request: FastifyRequest): Promise<void> {
  const { url = '' } = request.routeOptions;
  const { reach } = operatorOf(request);
  if (reach === null) return;
  if (url.startsWith('/api/ops/cases/:number')) {
    const { number } = CaseParams.parse(request.params);
    if (!(await isCaseWithin(db, number, reach))) throw caseNotFound(number);
  }
  if (url.startsWith('/api/ops/orders/:number')) {
    await refuseForeignOrder(db, PaidParams.parse(request.params).number, reach);
  }
  const opened = WithOrder.safeParse(request.body).data;
  if (opened) await refuseForeignOrder(db, opened.order, reach);
}

/** Cases and their outcomes, orders, and the key that signs proofs. */
export const deskRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  app.addHook('preHandler', (request) => refuseForeign(deps.db, request));
  const config = { bound: callBounds.operator, roles: ['support'] as const };
  const readers = { ...config, roles: ['support', 'finance', 'readOnly'] as const };
  /** Finance may also call these routes, but `closeCase` refuses the outcomes that only support may decide. */
  const deciders = { ...config, roles: ['support', 'finance'] as const };

  const act = (
    request: FastifyRequest,
    why: string,
    run: (work: UnitOfWork, act: Act) => Promise<CaseActed>,
  ): Promise<CaseActed> => {
    const by = actOf(request, why);
    return transact(deps, (work) => run(work, by));
  };

  app.get(
    '/api/ops/cases',
    {
      config: readers,
      schema: { summary: 'List the cases', querystring: CaseQuery, response: { 200: CaseList } },
    },
    (request) => listCases(deps.db, request.query, operatorOf(request).reach, deps.clock.now()),
  );

  app.post(
    '/api/ops/cases',
    {
      config: deciders,
      schema: {
        summary: 'Open a case about an order or a top-up',
        body: OpenCase,
        response: { 201: CaseActed },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const opened = await act(request, body.why, (work, by) =>
        'order' in body ? openOrderCase(work, body.order, by) : openTopUpCase(work, body.topUp, by),
      );
      return reply.code(201).send(opened);
    },
  );

  app.get(
    '/api/ops/cases/:number',
    {
      config: readers,
      schema: {
        summary: 'Show a case with its time line',
        params: CaseParams,
        response: { 200: CaseShown },
      },
    },
    (request) => showCase(deps.db, request.params.number, deps.clock.now()),
  );

  app.get(
    '/api/ops/orders',
    {
      config: readers,
      schema: {
        summary: 'List the orders of all riders',
        querystring: OpsOrderQuery,
        response: { 200: OpsOrderList },
      },
    },
    (request) => listOpsOrders(deps.db, request.query, operatorOf(request).reach),
  );

  app.get(
    '/api/ops/orders/:number',
    {
      config: readers,
      schema: {
        summary: 'Show an order with its time line',
        params: PaidParams,
        response: { 200: OpsOrderShown },
      },
    },
    (request) => showOpsOrder(deps.db, request.params.number, deps.clock.now()),
  );

  app.post(
    '/api/ops/proof-keys',
    {
      config: { ...config, roles: [], needsFreshFactor: true },
      schema: {
        summary: 'Replace the key that signs proofs of return',
        body: RotateProofKey,
        response: { 201: ProofKeyRotated },
      },
    },
    async (request, reply) => {
      const by = actOf(request, request.body.why);
      const rotated = await transact(deps, (work) => rotateOnce(work, by));
      return reply.code(201).send(rotated);
    },
  );

  const acted = { 200: CaseActed };

  app.post(
    '/api/ops/cases/:number/assign',
    {
      config,
      schema: {
        summary: 'Assign a case to an operator',
        params: CaseParams,
        body: AssignCase,
        response: acted,
      },
    },
    (request) =>
      act(request, request.body.why, (work, by) =>
        assignCase(work, request.params.number, request.body.assignee, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/answer',
    {
      config,
      schema: {
        summary: 'Answer the rider of a case',
        params: CaseParams,
        body: AnswerCase,
        response: acted,
      },
    },
    (request) =>
      act(request, request.body.why, (work, by) =>
        answerCase(work, request.params.number, request.body, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/wait',
    {
      config,
      schema: {
        summary: 'Note what a case waits for',
        params: CaseParams,
        body: WaitCase,
        response: acted,
      },
    },
    (request) =>
      act(request, request.body.why, (work, by) =>
        waitCase(work, request.params.number, request.body.waitsFor, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/close',
    {
      config: deciders,
      schema: {
        summary: 'Close a case with an outcome',
        params: CaseParams,
        body: CloseCase,
        response: acted,
      },
    },
    (request) => {
      const by = actOf(request, request.body.why);
      const { number } = request.params;
      return orRequest(
        deps,
        request,
        (work) => closeCase(work, number, request.body, by, deps.settings.payLimits),
        (work, needed) => requestClose(work, number, request.body, by, needed),
      );
    },
  );

  const paid = (
    request: FastifyRequest<{ Body: z.output<typeof PayBack> }>,
    about: PaidFor,
    kind: 'refund' | 'waive',
  ): Promise<CaseActed> => {
    const { amount, why } = request.body;
    const by = actOf(request, why);
    const outcome = { kind, amount };
    return orRequest(
      deps,
      request,
      (work) => payBack(work, about, outcome, by, deps.settings.payLimits),
      (work, needed) => requestPayBack(work, about, outcome, by, needed),
    );
  };
  const payBackSchema = { params: PaidParams, body: PayBack, response: acted };

  app.post(
    '/api/ops/orders/:number/refund',
    { config: deciders, schema: { ...payBackSchema, summary: 'Refund an order' } },
    (request) => paid(request, { order: request.params.number }, 'refund'),
  );

  app.post(
    '/api/ops/orders/:number/waive',
    { config: deciders, schema: { ...payBackSchema, summary: 'Waive what is due for an order' } },
    (request) => paid(request, { order: request.params.number }, 'waive'),
  );

  app.post(
    '/api/ops/top-ups/:number/refund',
    { config: deciders, schema: { ...payBackSchema, summary: 'Refund a top-up' } },
    (request) => paid(request, { topUp: request.params.number }, 'refund'),
  );
};
