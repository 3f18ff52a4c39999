import type { ErrorCode } from '../../contract/errors.ts';
import { isNumber, isText, objectOf } from '../../contract/rules/shapes/shapes.ts';
import { local } from '../lib/storage/storage.ts';
import { isApiError } from './apiError.ts';
import type { ApiError } from './apiError.ts';
import type { ApiRequest } from './baseQuery.ts';

const storageKey = 'attempts';

/** Longer than the server remembers a key, a repeated request is a new one anyway. */
const forgetAfterMs = 24 * 3600_000;

/** A request that moves money or hardware, whose outcome is not known yet. */
interface Attempt {
  key: string;
  /** Tells a changed request from a repeated one. */
  print: string;
  /** Milliseconds since the epoch. */
  at: number;
}

type Attempts = Record<string, Attempt>;

/** As they are made here, and as a header can carry them. */
const keyShape = /^[0-9a-f]{32}$/;

const isAttempt = objectOf<Attempt>({
  key: (value): value is string => isText(value) && keyShape.test(value),
  print: isText,
  at: isNumber,
});

// Kept in local storage and not in the store: the key has to be on disk before the request leaves,
// and the store is written later and read back only after the first screen stands.
function readAttempts(now: number): Attempts {
  const text = local.get(storageKey);
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
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

/** FNV-1a: the body itself may hold a card's token, which has no business in storage. */
function fingerprint(request: ApiRequest): string {
  const text = JSON.stringify([request.method, request.body ?? null]);
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(36);
}

/** 128 random bits. Not `randomUUID`, which is missing where the page is not served securely. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The request with the idempotency key of its attempt: the same one for the same request, across
 * reloads, until `settleAttempt` hears a definitive answer. A changed request gets a new key.
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

/** Whether an error says that the request is over: it had its effect, or it never will. */
export function isDefinitive(error: ApiError): boolean {
  if (error.status === 0 || error.status >= 500) return false;
  return !passing.has(error.code);
}

/** Said before anybody has looked at the key: the same request may have had its effect at an earlier try. */
const passing: ReadonlySet<string> = new Set<ErrorCode>([
  'requestInProgress',
  'signInRequired',
  'tooManyRequests',
  'updateRequired',
]);

/**
 * Waits for the answer of a request made by `withAttemptKey` and drops its key once the answer is
 * definitive. `answer` is `queryFulfilled` of `onQueryStarted`.
 */
export async function settleAttempt(request: ApiRequest, answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (failure) {
    // The screen that asked shows the failure; here only the key's fate hangs on it.
    const error: unknown =
      typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : null;
    if (!isApiError(error) || !isDefinitive(error)) return;
  }
  const { [request.url]: open, ...others } = readAttempts(Date.now());
  if (open?.print === fingerprint(request)) writeAttempts(others);
}
