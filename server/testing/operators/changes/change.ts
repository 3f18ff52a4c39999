import type { OperatorWorld } from '../operatorWorld.ts';

/** A valid call of a route. */
interface Call {
  params?: Record<string, string>;
  /** The request body. The test adds the reason. */
  body?: object;
  /** The operator who calls, and the token of the call; without `by`, the administrator Ada calls. */
  by?: { who: string; token?: string };
  /** The `subject` of the entry in the record of operators. If absent, it is the first value of `params`. */
  subject?: string;
}

/** A route of the API of operators that changes something. */
export interface Change {
  /** The `action` of the entry that the route leaves in the record of operators. */
  action: string;
  /**
   * True if the call is about the sign-in or the caller's own session. Such a call has no reason and no idempotency
   * key.
   */
  isOfSession?: true;
  /** Creates the objects that the call needs, and returns the call. */
  call(world: OperatorWorld): Promise<Call>;
  /**
   * Only needed if the server creates the name or id of the subject. Returns the subject from the
   * answer. If the answer does not contain the subject, returns a pattern that the subject matches.
   */
  subjectOf?(answer: unknown): string | RegExp;
}
