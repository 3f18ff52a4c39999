import type { ErrorCode } from '../../contract/errors.ts';
import { isNumber, isText, objectOf } from '../../contract/rules/shapes/shapes.ts';
import { local } from '../lib/storage/storage.ts';
import { isApiError } from './apiError.ts';
import type { ApiError } from './apiError.ts';
import type { ApiRequest } from './baseQuery.ts';

const storageKey = 'attempts';

/** Milliseconds after which the app drops a key. The server stores each key for a longer time than this. */
const forgetAfterMs = 24 * 3600_000;

/** A request with an idempotency key. Its outcome is not known yet. */
interface Attempt {
  key: string;
  /**
   * A hash of the method and the body. It shows whether a later request to the same path is a
   * repetition or was changed.
   */
  print: string;
  /** When the key was created, in milliseconds since the epoch. */
  at: number;
}

type Attempts = Record<string, Attempt>;

/** The format of the keys that `makeKey` creates. A key in this format is also valid in a header. */
const keyShape = /^[0-9a-f]{32}$/;

const isAttempt = objectOf<Attempt>({
  key: (value): value is string => isText(value) && keyShape.test(value),
  print: isText,
  at: isNumber,
});

// The attempts are in local storage, not in the Redux store, because the key must be stored before
// the request is sent. The store is saved later and is restored only after the first screen.
function readAttempts(now: number): Attempts {
  const text = local.get(storageKey);
  if (text === null) return {};
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, Attempt] =>
          isAttempt(entry[1]) && Math.abs(now - entry[1].at) < forgetAfterMs,
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function writeAttempts(attempts: Attempts): void {
  if (Object.keys(attempts).length === 0) local.remove(storageKey);
  else local.set(storageKey, JSON.stringify(attempts));
}

/**
 * Hashes the method and the body of the request (FNV-1a). The body itself must not be stored,
 * because it may contain a card token.
 */
function fingerprint(request: ApiRequest): string {
  const text = JSON.stringify([request.method, request.body ?? null]);
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(36);
}

/** Creates a key of 128 random bits. Pages without HTTPS have no `randomUUID`. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Adds the idempotency key of the attempt to a request. A repeated request gets the same key, even
 * after a reload, until `settleAttempt` gets a definitive answer or `forgetAfterMs` has passed. A
 * changed request to the same path gets a new key.
 */
export function withAttemptKey(request: ApiRequest): ApiRequest & { idempotencyKey: string } {
  const now = Date.now();
  const attempts = readAttempts(now);
  const print = fingerprint(request);
  const open = Object.hasOwn(attempts, request.url) ? attempts[request.url] : undefined;
  if (open?.print === print) return { ...request, idempotencyKey: open.key };
  const attempt: Attempt = { key: makeKey(), print, at: now };
  writeAttempts({ ...attempts, [request.url]: attempt });
  return { ...request, idempotencyKey: attempt.key };
}

/** Whether the outcome of a failed request is final: the request had its effect, or will never have it. */
export function isDefinitive(error: ApiError): boolean {
  if (error.status === 0 || error.status >= 500) return false;
  return !transientCodes.has(error.code);
}

/**
 * These errors do not show whether an earlier try of the same request had its effect. The server
 * sends most of these errors before it looks up the key, and sends `requestInProgress` while it is
 * still processing the earlier try.
 */
const transientCodes: ReadonlySet<string> = new Set<ErrorCode>([
  // The app repeats the request after the rider's proof.
  'proofNeeded',
  'requestInProgress',
  'signInRequired',
  'tooManyRequests',
  'updateRequired',
]);

/**
 * Waits for the answer of a request made by `withAttemptKey` and drops the key of this request if
 * the answer is definitive. Pass `queryFulfilled` of `onQueryStarted` as `answer`.
 */
export async function settleAttempt(request: ApiRequest, answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (failure) {
    // The screen shows the error. This function only decides whether to drop the key.
    const error: unknown =
      typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : null;
    if (!isApiError(error) || !isDefinitive(error)) return;
  }
  const { [request.url]: open, ...others } = readAttempts(Date.now());
  if (open?.print === fingerprint(request)) writeAttempts(others);
}
