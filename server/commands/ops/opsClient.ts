import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import type { Settings } from '../../settings/settings.ts';
import { RefusedError, type Terminal } from '../runCommand.ts';
import { readSession } from './sessionFile.ts';

export interface OpsContext extends Terminal {
  settings: Pick<Settings, 'operator'> & Partial<Pick<Settings, 'publicUrl'>>;
  /** The time within which the server must answer one try; thirty seconds by default. */
  answerWithinMs?: number;
}

const tries = 3;
const pauseMs = 500;

/**
 * Calls the running server as an operator. A change has one idempotency key for all tries, so a lost answer
 * does no harm.
 *
 * @throws {RefusedError} if the server does not answer, or refuses the call.
 */
export async function callServer<T>(
  { settings: { operator }, answerWithinMs = 30_000 }: OpsContext,
  schema: z.ZodType<T>,
  path: string,
  { body, as, isOpen }: { body?: object; as?: string | undefined; isOpen?: boolean } = {},
): Promise<T> {
  const headers = {
    // A sign-in needs no key.
    ...(isOpen !== true && { authorization: `Bearer ${await keyOf(operator)}` }),
    // A header contains only Latin letters, but a name may have others.
    'x-operator': encodeURIComponent(as ?? userInfo().username),
    'idempotency-key': randomUUID(),
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  for (let left = tries; ; left--) {
    const answer = await ask(operator.url + path, init, answerWithinMs);
    const isGone = 'failure' in answer || answer.status >= 500;
    if (isGone && left > 1) {
      await setTimeout(pauseMs);
      continue;
    }
    if ('failure' in answer) {
      throw new RefusedError(
        `The server does not answer at ${operator.url} (${answer.failure}). Is it running?`,
      );
    }
    if (answer.isOk) return schema.parse(answer.body);
    const problem = OpsProblem.safeParse(answer.body).data;
    throw new RefusedError(
      problem?.detail ?? `The server refuses the call: ${problem?.code ?? answer.status}.`,
    );
  }
}

type Answer = { status: number; isOk: boolean; body: unknown } | { failure: string };

/** One try, which ends with an answer or with the reason for which there is none. */
async function ask(url: string, init: RequestInit, withinMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) });
    const { status, ok: isOk } = response;
    return { status, isOk, body: parsed(await response.text()) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The words of the innermost cause, because `fetch` itself says only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

async function keyOf({ key, keyFile }: Settings['operator']): Promise<string> {
  if (key !== null) return key;
  const session = await readSession(keyFile);
  if (session !== null) return session;
  try {
    return (await readFile(keyFile, 'utf8')).trim();
  } catch {
    throw new RefusedError(`There is no key in ${keyFile}. Start the server, or set OPERATOR_KEY.`);
  }
}
