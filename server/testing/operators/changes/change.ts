import type { OperatorWorld } from '../operatorWorld.ts';

/** A valid call of a route. */
interface Call {
  params?: Record<string, string>;
  /** The request body. The test adds the reason. */
  body?: object;
  /** Who calls, and with which key or session, if any; the administrator Ada if absent. */
  by?: { who: string; token?: string };
  /** What the entry in the record is about; the first of `params` if absent. */
  subject?: string;
}

/** A route of the API of operators that changes something. */
export interface Change {
  /** The `action` of its entry in the record of operators. */
  action: string;
  /** Whether the call is about the sign-in or the own session, so that it has no reason and no idempotency key. */
  isOfSession?: true;
  /** Prepares what the call needs, and returns the call. */
  call(world: OperatorWorld): Promise<Call>;
  /** Returns what the entry is about, for things that the server names: the name in the answer, or else its pattern. */
  subjectOf?(answer: unknown): string | RegExp;
}
