import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import { safeInternalPath } from '../../../lib/navigation/internalPath.ts';
import { session } from '../../../lib/storage/storage.ts';

/** The data with which this tab finishes the login after the redirect from the provider. */
export interface SavedAttempt {
  attemptId: string;
  verifier: string;
  provider: SocialProvider;
  purpose: 'signIn' | 'link' | 'stepUp';
  /** The page to open afterwards, inside the app. */
  next: string;
}

const key = 'socialAttempt';

export function saveAttempt(attempt: SavedAttempt): void {
  session.set(key, JSON.stringify(attempt));
}

/** Removes the stored attempt, because a window that this tab opens next would get a copy of it. */
export function forgetAttempt(): void {
  session.remove(key);
}

/**
 * Reads and removes the stored attempt. Returns null in a window that did not begin this attempt. If
 * the id is null, the provider's answer belongs to no attempt, so the attempt of this window failed.
 */
export function withdrawAttempt(attemptId: string | null): SavedAttempt | null {
  const attempt = read(session.get(key));
  if (attempt === null || (attemptId !== null && attempt.attemptId !== attemptId)) return null;
  session.remove(key);
  return { ...attempt, next: safeInternalPath(attempt.next) };
}

function read(stored: string | null): SavedAttempt | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isAttempt(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAttempt(value: unknown): value is SavedAttempt {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['attemptId', 'verifier', 'provider', 'purpose', 'next'];
  return texts.every((name) => typeof Reflect.get(value, name) === 'string');
}
