import { createAction } from '@reduxjs/toolkit';
import { local } from '../lib/storage/storage.ts';

export const sessionKey = 'sessionId';

/**
 * A session ID has only these characters. With a character that is invalid in a header, every request would
 * fail.
 */
const shape = /^[\w-]{1,200}$/;

/**
 * Reads the session ID from local storage, where the specification requires it. Logged-in riders have a session ID,
 * and so do guests who pay.
 */
export function readSessionId(): string | null {
  const stored = local.get(sessionKey);
  return stored !== null && shape.test(stored) ? stored : null;
}

export function storeSessionId(sessionId: string): void {
  local.set(sessionKey, sessionId);
}

export function forgetSessionId(): void {
  local.remove(sessionKey);
}

/** The server has ended the session of a request. The rider is a guest again. */
export const sessionExpired = createAction('session/expired');

/** Another tab has logged in. This tab continues with the session of that tab. */
export const sessionFollowed = createAction<string>('session/followed');

/** The rider has logged out. Every feature must remove its personal data. */
export const signedOut = createAction('session/signedOut');

/**
 * Call this after a 401. Ends the session that the request sent, unless a newer session has begun after the
 * request.
 */
export function expireSession(
  sent: string | null,
  dispatch: (action: ReturnType<typeof sessionExpired>) => unknown,
): void {
  if (sent === null || sent !== readSessionId()) return;
  forgetSessionId();
  dispatch(sessionExpired());
}
