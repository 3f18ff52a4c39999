import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import type { Settings } from '../../settings/settings.ts';
import { RefusedError, type Terminal } from '../runCommand.ts';
import { readSecret, readSession } from './sessionFile.ts';

export interface OpsContext extends Terminal {
  settings: Pick<Settings, 'operator'> & Partial<Pick<Settings, 'publicUrl' | 'brand'>>;
  /**
   * The time within which the server must answer one try, or send the next part of a file; thirty seconds by default.
   */
  answerWithinMs?: number;
}

const usualTries = 3;
const pauseMs = 500;
/**
 * If the server asks to repeat a call later, this is the maximum sum of all waits of the call, in
 * milliseconds.
 */
const longestWaitMs = 3 * 60_000;
const usualMs = 30_000;

interface CallDetails {
  body?: object;
  as?: string | undefined;
  /** Whether the call needs no key of an operator. */
  isOpen?: boolean;
  /** The idempotency key; a random one by default. */
  key?: string;
  /**
   * The highest number of tries if the server does not answer, or answers with a 5xx; three by default. After a wait
   * that the server asked for, the tries are counted from the start again.
   */
  tries?: number;
  /** Whether to wait and repeat the call if the server asks for it; true by default. */
  waits?: boolean;
}

/**
 * Calls the running server as an operator. A change has one idempotency key for all tries, so a lost answer
 * does no harm.
 *
 * @throws {RefusedError} if the server does not answer, or refuses the call.
 */
export async function callServer<T>(
  { settings: { operator }, stderr, answerWithinMs = usualMs }: OpsContext,
  schema: z.ZodType<T>,
  path: string,
  { body, as, isOpen, key = randomUUID(), tries = usualTries, waits = true }: CallDetails = {},
): Promise<T> {
  const headers = {
    // A sign-in needs no key.
    ...(isOpen !== true && { authorization: `Bearer ${await keyOf(operator)}` }),
    ...nameHeader(as),
    'idempotency-key': key,
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  let waitedMs = 0;
  for (let left = tries; ; left--) {
    const answer = await ask(operator.url + path, init, answerWithinMs);
    const isGone = 'failure' in answer || answer.status >= 500;
    if (isGone && left > 1) {
      await pause(pauseMs);
      continue;
    }
    if ('failure' in answer) throw silent(operator, answer.failure);
    // A command with many calls may reach the limit of the server.
    if (answer.laterMs !== null && waits && waitedMs + answer.laterMs <= longestWaitMs) {
      const seconds = Math.ceil(answer.laterMs / 1000);
      stderr.write(`The server is busy. The command waits for ${seconds} s.\n`);
      await pause(answer.laterMs);
      waitedMs += answer.laterMs;
      left = tries + 1;
      continue;
    }
    if (answer.isOk) return schema.parse(answer.body);
    throw refusalOf(answer);
  }
}

/**
 * Downloads a file of the server in parts. There is only one try, because the caller may already have written a part of
 * the file.
 *
 * @throws {RefusedError} if the server refuses the call, or does not send the next part in time.
 */
export async function* downloadFile(
  { settings: { operator }, answerWithinMs = usualMs }: OpsContext,
  path: string,
  as: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  const headers = { authorization: `Bearer ${await keyOf(operator)}`, ...nameHeader(as) };
  const abort = new AbortController();
  const startLimit = () => setTimeout(() => abort.abort(new Error('timeout')), answerWithinMs);
  let limit = startLimit();
  try {
    const response = await fetch(operator.url + path, { headers, signal: abort.signal });
    const { ok, status, body } = response;
    if (!ok || !body) throw refusalOf({ status, body: parsed(await response.text()) });
    for await (const part of body) {
      // The limit applies only to the server: the caller may take longer to write a part.
      clearTimeout(limit);
      yield part;
      limit = startLimit();
    }
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw silent(operator, reasonOf(error));
  } finally {
    clearTimeout(limit);
  }
}

/**
 * The header with the name of the operator. The name is URL-encoded, because `fetch` allows only Latin-1 in headers.
 */
function nameHeader(as: string | undefined) {
  return { 'x-operator': encodeURIComponent(as ?? userInfo().username) };
}

function silent({ url }: Settings['operator'], failure: string): RefusedError {
  return new RefusedError(`The server does not answer at ${url} (${failure}). Is it running?`);
}

function refusalOf({ status, body }: { status: number; body: unknown }): RefusedCall {
  const { code = '', detail, problems } = OpsProblem.safeParse(body).data ?? {};
  const words = detail ?? `The server refuses the call: ${code || status}.`;
  return new RefusedCall(code, words, problems);
}

/** The server refuses a call. */
export class RefusedCall extends RefusedError {
  /** The code of the problem; empty if the answer has none. */
  readonly code: string;
  /** The errors in an imported file; empty for other refusals. */
  readonly problems: NonNullable<OpsProblem['problems']>;

  constructor(code: string, message: string, problems: OpsProblem['problems'] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

type Answer =
  | {
      status: number;
      isOk: boolean;
      body: unknown;
      /**
       * The time in milliseconds after which the caller may repeat the call; null if the server did not ask for a
       * repetition.
       */
      laterMs: number | null;
    }
  | { failure: string };

/** Makes one try. Returns the answer, or the reason why there is no answer. */
async function ask(url: string, init: RequestInit, withinMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) });
    const { status, ok: isOk } = response;
    const laterMs = status === 429 ? laterOf(response) : null;
    return { status, isOk, body: parsed(await response.text()), laterMs };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function laterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1000 : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the message of the innermost cause, because the message of `fetch` itself is only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

async function keyOf({ key, keyFile }: Settings['operator']): Promise<string> {
  const found = key ?? (await readSession(keyFile)) ?? (await readSecret(keyFile));
  if (found !== null) return found;
  throw new RefusedError(`There is no key in ${keyFile}. Start the server, or set OPERATOR_KEY.`);
}
