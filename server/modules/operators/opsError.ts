import type { FastifyInstance } from 'fastify';
import { opsErrors, type OpsProblem } from '../../../contract/operators/problems.ts';

/** The error for a refused call of an operator. `message` is for the operator. */
export class OpsError extends Error {
  override readonly name: string = 'OpsError';
  readonly code: keyof typeof opsErrors;
  /** Further fields of the problem. */
  readonly more: Pick<OpsProblem, 'version' | 'changed' | 'problems'>;

  constructor(code: keyof typeof opsErrors, message: string, more: OpsError['more'] = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }

  get status(): number {
    return opsErrors[this.code];
  }

  get problem(): OpsProblem {
    return { status: this.status, code: this.code, detail: this.message, ...this.more };
  }
}

/** Answers the refused calls of a plugin with their codes. */
export function answerOpsErrors(app: FastifyInstance): void {
  const usual = app.errorHandler;
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof OpsError)) return usual(error, request, reply);
    return reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .send(error.problem);
  });
}
