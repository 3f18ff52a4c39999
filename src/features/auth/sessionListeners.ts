import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { api } from '../../api/api.ts';
import {
  forgetSessionId,
  sessionExpired,
  sessionKey,
  signedOut,
  storeSessionId,
} from '../../api/session.ts';
import { session } from '../../lib/storage.ts';
import {
  signedIn,
  stationKey,
  stationLeft,
  stationOpened,
  userDetailKey,
} from './clientUserSlice.ts';
import type { ClientUserState } from './clientUserSlice.ts';
import {
  codeSent,
  countryChosen,
  foreignNumberEntered,
  loginStorageKey,
  phoneTyped,
} from './loginSlice.ts';
import type { LoginState } from './loginSlice.ts';

interface State {
  clientUser: ClientUserState;
  login: LoginState;
}

/** Keeps what must survive a reload where the specification puts it, and clears it at the end. */
export const sessionListeners = createListenerMiddleware<State>();

sessionListeners.startListening({
  actionCreator: signedIn,
  effect: ({ payload }, { dispatch }) => {
    storeSessionId(payload.sessionId);
    session.set(userDetailKey, JSON.stringify(payload.user));
    session.remove(loginStorageKey);
    // Whatever was asked as a guest, or as someone else, is asked again.
    dispatch(api.util.invalidateTags(['Me', 'Order', 'PaymentMethod']));
  },
});

sessionListeners.startListening({
  matcher: isAnyOf(signedOut, sessionExpired),
  effect: (_, { dispatch }) => {
    forgetSessionId();
    session.remove(userDetailKey);
    session.remove(loginStorageKey);
    dispatch(api.util.resetApiState());
  },
});

sessionListeners.startListening({
  matcher: isAnyOf(phoneTyped, foreignNumberEntered, countryChosen, codeSent),
  effect: (_, listener) => {
    session.set(loginStorageKey, JSON.stringify(listener.getState().login));
  },
});

sessionListeners.startListening({
  matcher: isAnyOf(stationOpened, stationLeft),
  effect: (_, listener) => {
    const station = listener.getState().clientUser.equip_id;
    if (station === null) session.remove(stationKey);
    else session.set(stationKey, station);
  },
});

/**
 * Another tab logging out ends this one's session too.
 *
 * @returns stops watching.
 */
export function watchOtherTabs(dispatch: (action: ReturnType<typeof sessionExpired>) => void) {
  const onStorage = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    const ours = event.key === sessionKey || event.key === null;
    if (ours && event.newValue === null) dispatch(sessionExpired());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
