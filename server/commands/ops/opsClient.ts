import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { OpsProblem } from '../../../contract/operators/desk.ts';
import type { Settings } from '../../settings/settings.ts';
import { RefusedError, type Terminal } from '../runCommand.ts';

export interface OpsContext extends Terminal {
  settings: Pick<Settings, 'operator'>;
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
  { settings: { operator } }: OpsContext,
  schema: z.ZodType<T>,
  path: string,
  { body, as }: { body?: object; as?: string | undefined } = {},
): Promise<T> {
  const headers = {
    authorization: `Bearer ${await keyOf(operator)}`,
    'x-operator': as ?? userInfo().username,
    'idempotency-key': randomUUID(),
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  for (let left = tries; ; left--) {
    const response = await fetch(operator.url + path, init).catch(() => null);
    const isGone = response === null || response.status >= 500;
    if (isGone && left > 1) {
      await setTimeout(pauseMs);
      continue;
    }
    if (response === null) {
      throw new RefusedError(`The server does not answer at ${operator.url}. Is it running?`);
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return schema.parse(answer);
    const problem = OpsProblem.safeParse(answer).data;
    throw new RefusedError(
      problem?.detail ?? `The server refuses the call: ${problem?.code ?? response.status}.`,
    );
  }
}

async function keyOf({ key, keyFile }: Settings['operator']): Promise<string> {
  if (key !== null) return key;
  try {
    return (await readFile(keyFile, 'utf8')).trim();
  } catch {
    throw new RefusedError(`There is no key in ${keyFile}. Start the server, or set OPERATOR_KEY.`);
  }
}
