import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { isForeignError } from '../../contract/rules/shapes/foreignAnswer.ts';
import { loadingMs } from '../../contract/rules/app/waits.ts';
import type { CacheReason } from '../../sw/messages.ts';
import { beginWork } from '../lib/page/ongoingWork.ts';
import { ofServer, readProblem } from './apiError.ts';
import type { ApiError } from './apiError.ts';
import { reportLost, reportReached, reportUnreached } from './connection.ts';
import { noteAnswerSource } from './cachedAnswers.ts';
import { reportOutdated } from './outdatedApp.ts';
import { noteAnswerDate } from './serverClock.ts';
import { isNetworkError } from './isNetworkError.ts';
import { expireSession, readSessionId } from './session.ts';

export interface ApiRequest {
  /** Path below the origin, from `contract/paths.ts`. */
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  params?: Record<string, string | number | undefined>;
  /** Sent with each request that moves money or hardware, and with some other writes. */
  idempotencyKey?: string;
  /** Time-out in milliseconds; the default is `loadingMs`. */
  timeout?: number;
  /** Checks the body of a successful answer. Without this check, any JSON is accepted. */
  expects?: (body: unknown) => boolean;
}

export interface AnswerMeta {
  /** Whether the answer comes from the cache of the service worker. */
  isCached: boolean;
}

/** The pauses between the attempts of a read, in milliseconds. A write has only one attempt. */
const retryPauses = [300, 1000];

/** The service worker sets this header on a cached answer. The value is the reason why the cache was used. */
const cachedHeader = 'x-kept';
const slow: CacheReason = 'slow';
const failing: CacheReason = 'failing';

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

type Answer =
  | { data: unknown; meta: AnswerMeta; error?: never }
  | { error: ApiError; data?: never };

const unanswered: Answer = { error: { status: 0, code: 'network' } };

interface Called {
  response: Response;
  text: string;
}

const reads = ({ method }: ApiRequest) => (method ?? 'GET') === 'GET';

/** Sends the request once. Returns null if no complete answer came. */
async function callOnce(
  request: ApiRequest,
  session: string | null,
  signal: AbortSignal,
): Promise<Called | null> {
  const given = new AbortController();
  const giveUp = () => given.abort();
  signal.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, request.timeout ?? loadingMs);
  try {
    const response = await fetch(address(request), {
      method: request.method ?? 'GET',
      headers: headersOf(request, session),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      // The browser must ask the server whether the answer in the HTTP cache is still current. Without that request, an
      // old answer would look like a new answer of the server.
      ...(reads(request) && { cache: 'no-cache' as const }),
      // The API never redirects. Only a captive portal does, and it must not get the body of the request.
      redirect: 'error',
      signal: given.signal,
    });
    const text = await response.text();
    return { response, text };
  } catch (error) {
    // If the app cancelled the request, the failure gives no information about the connection.
    if (!signal.aborted) reportNoAnswer(request);
    if (isNetworkError(error)) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function reportNoAnswer(request: ApiRequest): void {
  if (reads(request)) reportUnreached();
  else reportLost();
}

function readAnswer(request: ApiRequest, called: Called | null): Answer {
  if (called === null) return unanswered;
  const { response, text } = called;
  const body = response.status === 204 ? null : parse(text);
  if (response.ok ? !isExpected(request, body) : isForeign(response, body)) {
    // The answer is incomplete or did not come from our server. The app treats it as a missing answer, so the outcome
    // of a write is unknown.
    reportNoAnswer(request);
    return unanswered;
  }
  const reason = response.headers.get(cachedHeader);
  if (reason === null || reason === failing) reportReached();
  else if (reason !== slow) reportUnreached();
  noteAnswerSource(request.url, reason !== null);
  if (reason === null) noteAnswerDate(response.headers.get('date'));
  if (response.ok) return { data: body, meta: { isCached: reason !== null } };
  const error = readProblem(response.status, body);
  if (error.code === 'updateRequired') reportOutdated();
  return { error: ofServer(error, response.headers.get('x-server-version')) };
}

function isExpected({ expects }: ApiRequest, body: unknown): boolean {
  return body !== undefined && (expects === undefined || expects(body));
}

function isForeign({ status, headers }: Response, body: unknown): boolean {
  const hasCode =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
  return !hasCode && isForeignError(status, headers.get('content-type'));
}

/** Parses JSON. Returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request to the server: adds the session, reads problem documents, applies the time-out, and retries reads. A
 * write is sent exactly once. The caller decides whether to send the write again, and with which idempotency key.
 */
export const baseQuery: BaseQueryFn<
  ApiRequest | string,
  unknown,
  ApiError,
  object,
  AnswerMeta
> = async (argument, { signal, dispatch }) => {
  const request: ApiRequest = typeof argument === 'string' ? { url: argument } : argument;
  if (reads(request)) return ask(request, signal, dispatch);
  // Every request that moves money or hardware has an idempotency key. A few other writes have one, too.
  const end = beginWork(request.idempotencyKey === undefined ? 'sending' : 'money');
  try {
    return await ask(request, signal, dispatch);
  } finally {
    end();
  }
};

async function ask(
  request: ApiRequest,
  signal: AbortSignal,
  dispatch: Parameters<typeof expireSession>[1],
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const session = readSessionId();
    const answer = readAnswer(request, await callOnce(request, session, signal));
    if (answer.error === undefined) return answer;
    if (answer.error.status === 401) expireSession(session, dispatch);
    const isTransient = answer.error.status === 0 || answer.error.status >= 502;
    const wait = retryPauses[attempt];
    if (!reads(request) || !isTransient || wait === undefined || signal.aborted) return answer;
    await pause(wait);
    if (signal.aborted) return answer;
  }
}
