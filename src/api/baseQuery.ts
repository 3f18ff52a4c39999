import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { readProblem } from './apiError.ts';
import type { ApiError } from './apiError.ts';
import { reportReached, reportUnreached } from './connection.ts';
import { isUnanswered } from './unanswered.ts';
import { forgetSessionId, readSessionId, sessionExpired } from './session.ts';

export interface ApiRequest {
  /** Path under the origin, from `contract/paths.ts`. */
  url: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  params?: Record<string, string | number | undefined>;
  /** Sent with each POST that moves money or hardware. */
  idempotencyKey?: string;
  /** Milliseconds until the call counts as unanswered. */
  timeout?: number;
}

/** A loading state turns into an error after this long. */
const defaultTimeout = 30_000;

/** Only reads are repeated, after these pauses in milliseconds. */
const retryPauses = [300, 1000];

/** The service worker marks an answer that it kept from earlier. */
export const keptHeader = 'x-kept';

function address({ url, params }: ApiRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? url : `${url}?${text}`;
}

function headersOf({ body, idempotencyKey }: ApiRequest, session: string | null): Headers {
  const headers = new Headers({ accept: 'application/json', 'x-app-version': __APP_VERSION__ });
  if (session !== null) headers.set('authorization', `Bearer ${session}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  return headers;
}

type Answer = { data: unknown; error?: never } | { error: ApiError; data?: never };

const unanswered: Answer = { error: { status: 0, code: 'network' } };

async function callOnce(request: ApiRequest, session: string | null, signal: AbortSignal) {
  const given = new AbortController();
  const giveUp = () => given.abort();
  signal.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, request.timeout ?? defaultTimeout);
  try {
    const response = await fetch(address(request), {
      method: request.method ?? 'GET',
      headers: headersOf(request, session),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: given.signal,
    });
    const text = await response.text();
    if (response.headers.has(keptHeader)) reportUnreached();
    else reportReached();
    return { response, text };
  } catch (error) {
    // A query that nobody waits for any more says nothing about the connection.
    if (!signal.aborted) reportUnreached();
    if (isUnanswered(error)) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    // A proxy's HTML page, for one. The caller sees that no document came.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls the server: bearer, problem documents, time-out, retries of reads. A mutation is sent exactly
 * once; who may send it again, and with which key, is for its caller to say.
 */
export const baseQuery: BaseQueryFn<ApiRequest | string, unknown, ApiError> = async (
  argument,
  { signal, dispatch },
) => {
  const request: ApiRequest = typeof argument === 'string' ? { url: argument } : argument;
  const mayRepeat = (request.method ?? 'GET') === 'GET';
  for (let attempt = 0; ; attempt++) {
    const session = readSessionId();
    const called = await callOnce(request, session, signal);
    const answer = ((): Answer => {
      if (called === null) return unanswered;
      const body = parse(called.text);
      if (!called.response.ok) return { error: readProblem(called.response.status, body) };
      return body === undefined ? { error: readProblem(502, null) } : { data: body };
    })();
    if (answer.error === undefined) return answer;
    if (answer.error.status === 401 && session !== null && session === readSessionId()) {
      forgetSessionId();
      dispatch(sessionExpired());
    }
    const passing = answer.error.status === 0 || answer.error.status >= 502;
    const wait = retryPauses[attempt];
    if (!mayRepeat || !passing || wait === undefined || signal.aborted) return answer;
    await pause(wait);
    if (signal.aborted) return answer;
  }
};
