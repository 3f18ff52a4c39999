import type { FastifyReply, FastifyRequest } from 'fastify';
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
  ProofKeyRotated,
  RotateProofKey,
  WaitCase,
  type OpsProblem,
} from '../../../contract/operators/desk.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { idempotencyKeyOf } from '../../http/requests/idempotency.ts';
import { transact, type UnitOfWork } from '../../unitOfWork.ts';
import { answerCase, assignCase, closeCase, openOrderCase, waitCase, type Act } from './acts.ts';
import { DeskError } from './deskError.ts';
import { isOperatorKey } from './operatorKey.ts';
import { rotateOnce } from './rotateOnce.ts';
import { listCases, showCase } from './showCases.ts';

const CaseParams = z.object({
  number: z
    .string()
    .max(20)
    .transform((text) => text.toUpperCase()),
});
/** The name of an operator. A client encodes it as a part of a URL, because a header has only Latin letters. */
const Operator = z
  .string()
  .transform(decoded)
  .pipe(z.string().regex(/^[\p{L}\p{N} ._@-]{1,60}$/u));
const bearer = /^Bearer (\S{1,300})$/;

/**
 * The API of operators, under `/api/ops`. The document of the API does not describe it, because the document
 * is for apps of riders.
 */
export const deskRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  const config = { bound: callBounds.operator };

  app.addHook('onRequest', async (request) => {
    const key = deps.settings.operator.key;
    const [, given = ''] = bearer.exec(request.headers.authorization ?? '') ?? [];
    if (key === null || !isOperatorKey(given, key)) {
      throw new DeskError('keyRefused', 'The key of the operators is missing or wrong.');
    }
  });

  const usual = app.errorHandler;
  app.setErrorHandler((error, request, reply) =>
    error instanceof DeskError ? sendRefusal(reply, error) : usual(error, request, reply),
  );

  const act = (
    request: FastifyRequest,
    why: string,
    run: (work: UnitOfWork, act: Act) => Promise<CaseActed>,
  ): Promise<CaseActed> => {
    const by = { who: operatorOf(request), why, key: idempotencyKeyOf(request) };
    return transact(deps, (work) => run(work, by));
  };

  app.get(
    '/api/ops/cases',
    { config, schema: { hide: true, querystring: CaseQuery, response: { 200: CaseList } } },
    (request) => listCases(deps.db, request.query, deps.clock.now()),
  );

  app.post(
    '/api/ops/cases',
    { config, schema: { hide: true, body: OpenCase, response: { 201: CaseActed } } },
    async (request, reply) => {
      const { order, why } = request.body;
      const opened = await act(request, why, (work, by) =>
        openOrderCase(work, order.toUpperCase(), by),
      );
      return reply.code(201).send(opened);
    },
  );

  app.get(
    '/api/ops/cases/:number',
    { config, schema: { hide: true, params: CaseParams, response: { 200: CaseShown } } },
    (request) => showCase(deps.db, request.params.number, deps.clock.now()),
  );

  app.post(
    '/api/ops/proof-keys',
    { config, schema: { hide: true, body: RotateProofKey, response: { 201: ProofKeyRotated } } },
    async (request, reply) => {
      const by = {
        who: operatorOf(request),
        why: request.body.why,
        key: idempotencyKeyOf(request),
      };
      const rotated = await transact(deps, (work) => rotateOnce(work, by));
      return reply.code(201).send(rotated);
    },
  );

  const acted = { 200: CaseActed };

  app.post(
    '/api/ops/cases/:number/assign',
    { config, schema: { hide: true, params: CaseParams, body: AssignCase, response: acted } },
    (request) =>
      act(request, request.body.why, (work, by) =>
        assignCase(work, request.params.number, request.body.assignee, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/answer',
    { config, schema: { hide: true, params: CaseParams, body: AnswerCase, response: acted } },
    (request) =>
      act(request, request.body.why, (work, by) =>
        answerCase(work, request.params.number, request.body, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/wait',
    { config, schema: { hide: true, params: CaseParams, body: WaitCase, response: acted } },
    (request) =>
      act(request, request.body.why, (work, by) =>
        waitCase(work, request.params.number, request.body.waitsFor, by),
      ),
  );

  app.post(
    '/api/ops/cases/:number/close',
    { config, schema: { hide: true, params: CaseParams, body: CloseCase, response: acted } },
    (request) =>
      act(request, request.body.why, (work, by) =>
        closeCase(work, request.params.number, request.body, by),
      ),
  );
};

function operatorOf(request: FastifyRequest): string {
  const { data } = Operator.safeParse(request.headers['x-operator']);
  if (data === undefined) {
    throw new DeskError('keyRefused', 'The header x-operator must name the operator.');
  }
  return data;
}

/** The decoded text; the text itself if it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sendRefusal(reply: FastifyReply, error: DeskError): FastifyReply {
  const body: OpsProblem = {
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(error.now && { case: error.now }),
  };
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(body);
}
