import { isAnyOf } from '@reduxjs/toolkit';
import type { Middleware } from '@reduxjs/toolkit';
import { api } from '../../api/api.ts';
import {
  forgetSessionId,
  sessionExpired,
  sessionFollowed,
  signedOut,
  storeSessionId,
} from '../../api/session.ts';
import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage.ts';
import {
  signedIn,
  stationKey,
  stationLeft,
  stationOpened,
  userChanged,
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

/** The tags of what only its owner may see. */
const own = ['Me', 'Order', 'PaymentMethod'] as const;

const isSessionOver = isAnyOf(signedOut, sessionExpired);
const isLoginStep = isAnyOf(phoneTyped, foreignNumberEntered, countryChosen, codeSent);
const isStationStep = isAnyOf(stationOpened, stationLeft);

/** Whose the drafts are that a lost session left behind. */
const draftsOwnerKey = 'draftsOf';

/** What one person typed is not shown to the next one at this device. */
function dropDraftsUnless(userId: string): void {
  const owner = session.get(draftsOwnerKey);
  if (owner !== null && owner !== userId) session.remove(storageKeys.drafts);
  session.remove(draftsOwnerKey);
}

/**
 * Keeps what must survive a reload where the specification puts it, and clears it at the end. A plain
 * middleware: the toolkit's listeners would be a part of every first load.
 */
export const sessionKeeper: Middleware<object, State> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const { sessionId, userDetail: person } = getState().clientUser;
    const result = next(action);
    if (signedIn.match(action)) {
      storeSessionId(action.payload.sessionId);
      session.set(userDetailKey, JSON.stringify(action.payload.user));
      session.remove(loginStorageKey);
      // Whatever was asked as a guest, or as someone else, is asked again.
      dispatch(api.util.invalidateTags([...own]));
      dropDraftsUnless(action.payload.user.id);
    } else if (userChanged.match(action)) {
      const { userDetail } = getState().clientUser;
      if (userDetail) session.set(userDetailKey, JSON.stringify(userDetail));
      if (userDetail) dropDraftsUnless(userDetail.id);
    } else if (sessionFollowed.match(action)) {
      session.remove(userDetailKey);
      session.remove(loginStorageKey);
      dispatch(sessionId === null ? api.util.invalidateTags([...own]) : api.util.resetApiState());
    } else if (isSessionOver(action)) {
      forgetSessionId();
      session.remove(userDetailKey);
      session.remove(loginStorageKey);
      if (signedOut.match(action) || person === null) session.remove(storageKeys.drafts);
      else session.set(draftsOwnerKey, person.id);
      dispatch(api.util.resetApiState());
    } else if (isLoginStep(action)) {
      session.set(loginStorageKey, JSON.stringify(getState().login));
    } else if (isStationStep(action)) {
      const station = getState().clientUser.equip_id;
      if (station === null) session.remove(stationKey);
      else session.set(stationKey, station);
    }
    return result;
  };
