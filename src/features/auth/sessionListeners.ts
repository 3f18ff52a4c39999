import { isAnyOf } from '@reduxjs/toolkit';
import type { Middleware } from '@reduxjs/toolkit';
import type { User } from '../../../contract/signIn/auth.ts';
import { api, ownTags } from '../../api/api.ts';
import {
  forgetSessionId,
  sessionExpired,
  sessionFollowed,
  signedOut,
  storeSessionId,
} from '../../api/session.ts';
import { storageKeys } from '../../lib/constants.ts';
import { forgetInvite } from '../../lib/storage/savedInvite.ts';
import { session } from '../../lib/storage/storage.ts';
import { describedKey, signedIn, userChanged, userDetailKey } from './clientUserSlice.ts';
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

const isSessionOver = isAnyOf(signedOut, sessionExpired);
const isLoginStep = isAnyOf(phoneTyped, foreignNumberEntered, countryChosen, codeSent);

function keepUser(user: User, sessionId: string): void {
  session.set(userDetailKey, JSON.stringify(user));
  session.set(describedKey, sessionId);
}

function forgetUser(): void {
  session.remove(userDetailKey);
  session.remove(describedKey);
}

/** Deletes all drafts. */
export function forgetDrafts(): void {
  session.remove(storageKeys.drafts);
  session.remove(storageKeys.hostDraft);
}

/**
 * Some values must survive a reload. Stores these values in the storage that the specification
 * requires, and removes them when the session ends. This is a plain middleware, because the
 * listener middleware of Redux Toolkit would make the first load larger.
 */
export const sessionKeeper: Middleware<object, State> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const { sessionId } = getState().clientUser;
    const result = next(action);
    if (signedIn.match(action)) {
      storeSessionId(action.payload.sessionId);
      keepUser(action.payload.user, action.payload.sessionId);
      session.remove(loginStorageKey);
      // The server has redeemed or refused the invite code, or has ignored the code because the
      // account existed before this login.
      forgetInvite();
      // Fetch again all data that was fetched as a guest or as another rider.
      dispatch(api.util.invalidateTags([...ownTags]));
    } else if (userChanged.match(action)) {
      const { userDetail } = getState().clientUser;
      if (userDetail && sessionId !== null) keepUser(userDetail, sessionId);
    } else if (sessionFollowed.match(action)) {
      forgetUser();
      session.remove(loginStorageKey);
      if (sessionId !== null) forgetDrafts();
      dispatch(
        sessionId === null ? api.util.invalidateTags([...ownTags]) : api.util.resetApiState(),
      );
    } else if (isSessionOver(action)) {
      forgetSessionId();
      forgetUser();
      session.remove(loginStorageKey);
      // A logout removes the drafts. An expired session keeps the drafts, so that the rider can log in again
      // and continue.
      if (signedOut.match(action)) forgetDrafts();
      dispatch(api.util.resetApiState());
    } else if (isLoginStep(action)) {
      session.set(loginStorageKey, JSON.stringify(getState().login));
    }
    return result;
  };
