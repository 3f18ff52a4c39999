import { isForeignError } from '../../contract/rules/shapes/foreignAnswer.ts';
import { loadingMs } from '../../contract/rules/app/waits.ts';
import { beginWork } from '../lib/page/ongoingWork.ts';
import { readProblem } from './apiError.ts';
import type { ApiError } from './apiError.ts';
import { reportLost, reportReached, reportUnreached } from './connection.ts';
import { reportOutdated } from './outdatedApp.ts';
import { expireSession, readSessionId } from './session.ts';
import { isNetworkError } from './isNetworkError.ts';

/** Downloads and uploads private files. Each request sends the session and bypasses all caches. */

type Dispatch = Parameters<typeof expireSession>[1];

interface Call {
  signal: AbortSignal;
  dispatch: Dispatch;
}

const unanswered: { error: ApiError } = { error: { status: 0, code: 'network' } };

function headersOf(session: string | null): Record<string, string> {
  return {
    'x-app-version': __APP_VERSION__,
    ...(session !== null && { authorization: `Bearer ${session}` }),
  };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Refusal {
  status: number;
  contentType: string | null;
  text: string;
}

/** Reads the error of an answer. Returns null if the answer is not from our server. */
function refusal({ status, contentType, text }: Refusal): { error: ApiError } | null {
  const body = parse(text);
  if (isForeignError(status, contentType)) return null;
  reportReached();
  const error = readProblem(status, body);
  if (error.code === 'updateRequired') reportOutdated();
  return { error };
}

export interface FetchedFile {
  data: Blob;
  /** The file name that the server sent; null if it sent no name that `nameIn` accepts. */
  name: string | null;
}

/** Accepts only names of letters, digits, underscores, dots and hyphens. Our server sends no others. */
function nameIn(disposition: string | null): string | null {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

/** Downloads a file. `type` is the beginning of the expected content type, such as `image/`. */
export async function fetchFile(
  url: string,
  type: string,
  { signal, dispatch }: Call,
): Promise<FetchedFile | { error: ApiError }> {
  const session = readSessionId();
  // Some supported browsers lack `AbortSignal.any`.
  const call = new AbortController();
  const giveUp = () => call.abort();
  signal.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, 2 * loadingMs);
  try {
    const response = await fetch(url, {
      headers: headersOf(session),
      cache: 'no-store',
      redirect: 'error',
      signal: call.signal,
    });
    const contentType = response.headers.get('content-type');
    if (response.ok) {
      const data = await response.blob();
      if (contentType?.startsWith(type) !== true) throw new TypeError('wrong type');
      reportReached();
      return { data, name: nameIn(response.headers.get('content-disposition')) };
    }
    const refused = refusal({ status: response.status, contentType, text: await response.text() });
    if (refused === null) throw new TypeError('foreign answer');
    if (refused.error.status === 401) expireSession(session, dispatch);
    return refused;
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    if (!signal.aborted) reportUnreached();
    return unanswered;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

export interface Sending extends Call {
  file: Blob;
  /** Called with the share of the file that is uploaded, from 0 to 1. */
  onProgress: (sent: number) => void;
}

/**
 * Uploads a file. Resolves to the parsed JSON of the answer, or to an error. Uses XMLHttpRequest because `fetch`
 * reports no upload progress.
 */
export function putFile(
  url: string,
  { file, onProgress, signal, dispatch }: Sending,
): Promise<{ data: unknown } | { error: ApiError }> {
  const session = readSessionId();
  const end = beginWork('sending');
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silence = setTimeout(stop, loadingMs);
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, loadingMs);
    };
    signal.addEventListener('abort', stop);

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listen();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('loadend', () => {
      end();
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      const { status, responseText: text } = request;
      const contentType = request.getResponseHeader('content-type');
      const body = parse(text);
      if (status >= 200 && status < 300 && body !== undefined) {
        reportReached();
        resolve({ data: body });
        return;
      }
      const refused = status < 400 ? null : refusal({ status, contentType, text });
      if (refused?.error.status === 401) expireSession(session, dispatch);
      // The app has no answer, so the file may or may not have arrived.
      if (refused === null && !signal.aborted) reportLost();
      resolve(refused ?? unanswered);
    });

    request.open('PUT', url);
    for (const [name, value] of Object.entries(headersOf(session))) {
      request.setRequestHeader(name, value);
    }
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type);
    request.send(file);
  });
}
