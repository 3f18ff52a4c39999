import { createAction } from '@reduxjs/toolkit';
import { local } from '../lib/storage/storage.ts';

export const sessionKey = 'sessionId';

/** The characters that a header can carry. With any other value, every request would fail. */
const shape = /^[\w-]{1,200}$/;

/**
 * The session ID in local storage, as the specification requires. If it is present, the rider is logged
 * in.
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

/** The server has ended the session that was sent: the rider is a guest again. */
export const sessionExpired = createAction('session/expired');

/** Another tab logged in: this tab continues with that session. */
export const sessionFollowed = createAction<string>('session/followed');

/** The rider logged out: every feature must remove the personal data that it holds. */
export const signedOut = createAction('session/signedOut');

/** After a 401: ends the session that was sent, unless another one has begun in the meantime. */
export function expireSession(
  sent: string | null,
  dispatch: (action: ReturnType<typeof sessionExpired>) => unknown,
): void {
  if (sent === null || sent !== readSessionId()) return;
  forgetSessionId();
  dispatch(sessionExpired());
}
