import type * as OpenId from 'openid-client';
import { providerTimeoutMs } from '../providerTimeout.ts';
import { ProviderUnavailableError, type Proof } from './signInProvider.ts';

export type Library = typeof OpenId;

/** The time limit of a request to a sign-in provider. `openid-client` takes seconds. */
export const timeoutSeconds = providerTimeoutMs / 1000;

/** Loads the library at its first use, because most server processes never need it. */
export function loadOpenId(): Promise<Library> {
  return import('openid-client');
}

/** The error codes for a sign-in that the person refused: from RFC 6749, section 4.1.2.1, and Apple's own code. */
const refusals = new Set(['access_denied', 'user_cancelled_authorize']);
const temporaryErrors = new Set(['server_error', 'temporarily_unavailable']);

export type Failure = Exclude<Proof, { outcome: 'proven' }>;

/** The outcome of an exchange that failed. Errors that do not come from the provider are rethrown. */
export function outcomeOfError(
  error: unknown,
  {
    AuthorizationResponseError,
    ResponseBodyError,
    ClientError,
    WWWAuthenticateChallengeError,
  }: Library,
): Failure {
  if (isProviderUnavailable(error, { ResponseBodyError, ClientError }))
    return { outcome: 'unavailable' };
  if (error instanceof AuthorizationResponseError) {
    if (refusals.has(error.error)) return { outcome: 'cancelled' };
    return { outcome: temporaryErrors.has(error.error) ? 'unavailable' : 'failed' };
  }
  // Some providers send the error in a header (RFC 6749, section 5.2).
  if (error instanceof WWWAuthenticateChallengeError) {
    return { outcome: error.status >= 500 ? 'unavailable' : 'failed' };
  }
  if (error instanceof ResponseBodyError || error instanceof ClientError) {
    return { outcome: 'failed' };
  }
  throw error;
}

/** Rejects with `ProviderUnavailableError` if the provider does not respond, or responds with a 5xx. */
export async function orUnavailable<T>(library: Library, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isProviderUnavailable(error, library)) throw error;
    throw new ProviderUnavailableError('the provider does not answer', { cause: error });
  }
}

function isProviderUnavailable(
  error: unknown,
  { ResponseBodyError, ClientError }: Pick<Library, 'ResponseBodyError' | 'ClientError'>,
): boolean {
  // `fetch` throws this error for a connection that failed or was cut.
  if (error instanceof TypeError) return error.cause !== undefined;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (!(error instanceof ClientError)) return false;
  if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}

/** A name without control characters, short enough to show; null if no character is left. */
export function tidyName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const words = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(words).slice(0, maxNameLength).join('').trim() || null;
}

const maxNameLength = 60;
