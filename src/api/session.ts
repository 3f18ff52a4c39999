import { createAction } from '@reduxjs/toolkit';
import { local } from '../lib/storage/storage.ts';

export const sessionKey = 'sessionId';

/** What a header can carry. Anything else would keep every call from being made at all. */
const shape = /^[\w-]{1,200}$/;

/** The session as the specification keeps it: in local storage; present means logged in. */
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

/** The server no longer knows the session that was sent: the person is a guest again. */
export const sessionExpired = createAction('session/expired');

/** Somebody logged in in another tab: this one goes on with their session. */
export const sessionFollowed = createAction<string>('session/followed');

/** The person logged out: whatever a feature keeps of them has to go. */
export const signedOut = createAction('session/signedOut');

/** After a 401: the session that was sent is over, unless another one has begun meanwhile. */
export function expireSession(
  sent: string | null,
  dispatch: (action: ReturnType<typeof sessionExpired>) => unknown,
): void {
  if (sent === null || sent !== readSessionId()) return;
  forgetSessionId();
  dispatch(sessionExpired());
}
