import { errorStatus, type ErrorCode, type Problem } from '../../contract/errors.ts';
import type { ProofFactors } from '../../contract/stepUp.ts';

export interface ProblemExtras {
  /** Whole seconds until the same call may be repeated. */
  retryAfter?: number;
  /** The order that prevents the call. */
  orderId?: string;
  /** The puzzle of `challengeNeeded`. */
  challenge?: string;
  /** With what the rider can give the missing proof. */
  factors?: ProofFactors;
  /** Paths of the refused fields, such as `body.phone`; never their values. */
  fields?: string[];
  /** English, for people who call the API by hand. */
  detail?: string;
}

/** An error that the caller sees, by its code. All other errors become `serverError`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;

  constructor(code: ErrorCode, extras: ProblemExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The body of `application/problem+json`; `instance` is the request's id. */
export function problemBody(error: ProblemError, instance: string): Problem {
  return {
    type: 'about:blank',
    title: error.code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    status: error.status,
    code: error.code,
    instance,
    ...error.extras,
  };
}
