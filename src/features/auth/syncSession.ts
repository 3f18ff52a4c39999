import { readSessionId, sessionExpired, sessionFollowed, sessionKey } from '../../api/session.ts';
import { forgetDrafts } from './sessionListeners.ts';
import { local } from '../../lib/storage/storage.ts';

/** Other tabs only see that the session is gone: this flag says that its owner logged out. */
const endedKey = 'sessionEnded';

/**
 * Must be set before the session is removed: true when its owner logs out, false with each new
 * session.
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
  // Read the storage instead of the event: a tab that slept receives the event late.
  const follow = () => {
    const kept = readSessionId();
    if (kept === getState().clientUser.sessionId) return;
    if (kept !== null) {
      dispatch(sessionFollowed(kept));
      return;
    }
    // After a logout in another tab nothing stays here; after a lost session the drafts stay.
    if (local.get(endedKey) !== null) forgetDrafts();
    dispatch(sessionExpired());
  };
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: the whole storage was cleared.
    if (key === sessionKey || key === null) follow();
  };
  follow();
  window.addEventListener('storage', onStorage);
  // A page that comes back from the browser's back/forward cache has received no storage events.
  window.addEventListener('pageshow', follow);
  document.addEventListener('visibilitychange', follow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', follow);
    document.removeEventListener('visibilitychange', follow);
  };
}
