import { createAction } from '@reduxjs/toolkit';
import { local } from '../lib/storage/storage.ts';

export const sessionKey = 'sessionId';

/** The characters that a header can contain. With any other character, every request would fail. */
const shape = /^[\w-]{1,200}$/;

/**
 * The session ID in local storage, as the specification requires. The rider is logged in if it is
 * present.
 */
export function readSessionId(): string | null {
  const kept = local.get(sessionKey);
  return kept !== null && shape.test(kept) ? kept : null;
}

export function storeSessionId(sessionId: string): void {
  local.set(sessionKey, sessionId);
}

export function forgetSessionId(): void {
  local.remove(sessionKey);
}

/** The server has ended the session of a request. The rider is a guest again. */
export const sessionExpired = createAction('session/expired');

/** Another tab has logged in. This tab continues with the new session. */
export const sessionFollowed = createAction<string>('session/followed');

/** The rider has logged out. Every feature must remove the personal data that it holds. */
export const signedOut = createAction('session/signedOut');

/**
 * Call this after a 401. Ends the session that the request sent, unless another session has begun
 * in the meantime.
 */
export function expireSession(
  sent: string | null,
  dispatch: (action: ReturnType<typeof sessionExpired>) => unknown,
): void {
  if (sent === null || sent !== readSessionId()) return;
  forgetSessionId();
  dispatch(sessionExpired());
}
