import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isDatabaseUnavailable } from '../db/databaseUnavailable.ts';
import { problemBody, ProblemError } from './problem.ts';

/**
 * Responds to every error of a handler with `application/problem+json`. Stack traces appear only in the
 * log.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status >= 500)
      request.log.error({ err: error, code: problem.code }, 'request failed');
    return sendProblem(request, reply, problem);
  });
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
): FastifyReply {
  const { retryAfter } = problem.extras;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (problem.code === 'signInRequired') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id));
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext === 'querystring' ? 'query' : error.validationContext;
    const fields = error.validation.map(({ instancePath }) =>
      [place ?? 'request', ...instancePath.split('/').filter(Boolean)].join('.'),
    );
    return new ProblemError('invalidInput', { fields: [...new Set(fields)] });
  }
  const { statusCode } = Failure.safeParse(error).data ?? {};
  if (statusCode === 413) return new ProblemError('payloadTooLarge');
  // These errors come from Fastify itself, for example for malformed JSON or an unsupported content type.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ProblemError('invalidInput');
  }
  if (isDatabaseUnavailable(error)) return new ProblemError('unavailable', { retryAfter: 5 });
  return new ProblemError('serverError');
}

const Failure = z.object({
  statusCode: z.number().optional().catch(undefined),
});
