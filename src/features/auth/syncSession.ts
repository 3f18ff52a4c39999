import { readSessionId, sessionExpired, sessionFollowed, sessionKey } from '../../api/session.ts';
import { forgetDrafts } from './sessionListeners.ts';
import { local } from '../../lib/storage/storage.ts';

/** Other tabs see only that the session is gone: this says that its owner ended it. */
const endedKey = 'sessionEnded';

/** To be told before the session is gone, whether its owner ends it; false with each new one. */
export function noteSessionEnded(isEnded: boolean): void {
  if (isEnded) local.set(endedKey, '1');
  else local.remove(endedKey);
}

export interface SessionStore {
  dispatch: (action: ReturnType<typeof sessionExpired | typeof sessionFollowed>) => unknown;
  getState: () => { clientUser: { sessionId: string | null } };
}

/**
 * Goes along with a login and a logout in another tab.
 *
 * @returns stops watching.
 */
export function watchOtherTabs({ dispatch, getState }: SessionStore): () => void {
  // What is kept now counts, not what the event says: it may come late, to a tab that slept.
  const follow = () => {
    const kept = readSessionId();
    if (kept === getState().clientUser.sessionId) return;
    if (kept !== null) {
      dispatch(sessionFollowed(kept));
      return;
    }
    // Whoever logged out there leaves nothing behind here; whose session was lost goes on.
    if (local.get(endedKey) !== null) forgetDrafts();
    dispatch(sessionExpired());
  };
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: the whole storage was cleared.
    if (key === sessionKey || key === null) follow();
  };
  follow();
  window.addEventListener('storage', onStorage);
  // A page out of the browser's cache has heard nothing meanwhile.
  window.addEventListener('pageshow', follow);
  document.addEventListener('visibilitychange', follow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', follow);
    document.removeEventListener('visibilitychange', follow);
  };
}
