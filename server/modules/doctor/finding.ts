import { z } from 'zod';
import type { Finding } from '../../../contract/operators/doctor.ts';

/** The time within which an outside service must answer. */
export const answerWithinMs = 6_000;

export const ok = (check: string, found: string): Finding => ({
  check,
  state: 'ok',
  found,
  breaks: null,
});
const finding =
  (state: Exclude<Finding['state'], 'ok'>) =>
  (check: string, found: string, breaks: string): Finding => ({ check, state, found, breaks });
export const off = finding('off');
export const warning = finding('warning');
export const missing = finding('missing');
export const broken = finding('broken');

interface Asked {
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD';
}

interface Reply {
  status: number;
  body: unknown;
  /** The time in the `date` header; null if the header is missing or invalid. */
  date: Date | null;
}

/**
 * Asks an address for JSON. The body is null if it is no JSON.
 *
 * @throws if the request fails, or has no answer in time.
 */
export async function ask(
  url: string,
  { headers = {}, method = 'GET' }: Asked = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    // `fetch` must not follow a redirect, because another server could then get the key.
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const date = new Date(response.headers.get('date') ?? '');
  const text = await response.text();
  return {
    status: response.status,
    body: parsed(text),
    date: Number.isNaN(date.getTime()) ? null : date,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

/** The host and the port of an address, without the password that it may have. */
export const hostOf = (url: string): string => new URL(url).host;

const Failure = z.object({ code: z.union([z.string(), z.number()]) });

/**
 * Why something failed, such as `ECONNREFUSED`. The result never contains an outside service's message, because such a
 * message may repeat secrets from the request.
 */
export function reasonOf(error: unknown): string {
  const code = Failure.safeParse(error).data?.code;
  if (typeof code === 'string') return code;
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause === undefined ? error.name : reasonOf(error.cause);
}
