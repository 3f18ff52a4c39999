import { readSessionId, sessionExpired, sessionFollowed, sessionKey } from '../../api/session.ts';
import { forgetDrafts } from './sessionListeners.ts';
import { local } from '../../lib/storage/storage.ts';

/**
 * This flag shows other tabs that the rider logged out. Without the flag, they only see that the session is
 * missing.
 */
const endedKey = 'sessionEnded';

/**
 * Call this before the session is removed from the storage. Pass true when the rider logs out, and
 * false for each new session.
 */
export function noteSessionEnded(isEnded: boolean): void {
  if (isEnded) local.set(endedKey, '1');
  else local.remove(endedKey);
}

export interface SessionStore {
  dispatch: (action: ReturnType<typeof sessionExpired | typeof sessionFollowed>) => unknown;
  getState: () => { clientUser: { sessionId: string | null } };
}

/**
 * Follows a login or logout in another tab.
 *
 * @returns a function that stops watching.
 */
export function watchOtherTabs({ dispatch, getState }: SessionStore): () => void {
  // Read the storage instead of the event, because a suspended tab receives the event late.
  const follow = () => {
    const stored = readSessionId();
    if (stored === getState().clientUser.sessionId) return;
    if (stored !== null) {
      dispatch(sessionFollowed(stored));
      return;
    }
    // Remove the drafts after a logout in another tab, but keep the drafts after a lost session.
    if (local.get(endedKey) !== null) forgetDrafts();
    dispatch(sessionExpired());
  };
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === sessionKey || key === null) follow();
  };
  follow();
  window.addEventListener('storage', onStorage);
  // A page from the browser's back/forward cache has received no storage events.
  window.addEventListener('pageshow', follow);
  document.addEventListener('visibilitychange', follow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', follow);
    document.removeEventListener('visibilitychange', follow);
  };
}
