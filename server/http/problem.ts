import { errorStatus, type ErrorCode, type Problem } from '../../contract/errors.ts';
import type { ProofFactors } from '../../contract/signIn/stepUp.ts';

export interface ProblemExtras {
  /** The seconds, as a whole number, until the client may repeat the call. */
  retryAfter?: number;
  /** The order that prevents the call. */
  orderId?: string;
  /** The challenge of `challengeNeeded`. */
  challenge?: string;
  /** How many slots of the station are free. */
  freeSlots?: number;
  /** The ways in which the rider can give the missing proof. */
  factors?: ProofFactors;
  /** The paths of the refused fields, such as `body.phone`, but never their values. */
  fields?: string[];
  /** A detail in English for people who call the API by hand. */
  detail?: string;
}

/** An error whose code is in the answer to the caller. `installErrorHandler` chooses the code for other errors. */
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

/** The body of `application/problem+json`. `instance` is the id of the request. */
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
