import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../../../contract/signIn/auth.ts';
import { isGuestSession } from '../../../contract/rules/people/guests.ts';
import { isUser } from '../../../contract/rules/shapes/userShape.ts';
import { readSessionId, sessionExpired, sessionFollowed, signedOut } from '../../api/session.ts';
import { session } from '../../lib/storage/storage.ts';

/**
 * The rider who uses this device, and the station that the rider is about to unlock. The specification
 * defines the names of the fields. The specification also puts the list of nearby shops here, but the app has
 * that list in the query cache, with the tiles of the map.
 */
export interface ClientUserState {
  userName: string | null;
  /** The id of the session. A guest with a session is not signed in; see `selectIsSignedIn`. */
  sessionId: string | null;
  /** The profile from the last response of the server. */
  userDetail: User | null;
  /**
   * The station of the last link that opened the app. The specification requires this field. The
   * app does not read it.
   */
  equip_id: string | null;
  /**
   * True if the session ended without a logout in this tab, and the rider has not closed the notice about it.
   */
  lostSession: boolean;
}

export const userDetailKey = 'userDetail';
/**
 * The storage key of the session to which the stored user belongs. Another tab may have ended that
 * session while this tab was closed.
 */
export const describedKey = 'userDetailOf';

function readUserDetail(sessionId: string): User | null {
  if ((session.get(describedKey) ?? sessionId) !== sessionId) return null;
  const stored = session.get(userDetailKey);
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isUser(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function start(): ClientUserState {
  const sessionId = readSessionId();
  const userDetail = sessionId === null ? null : readUserDetail(sessionId);
  return {
    userName: userDetail?.name ?? null,
    sessionId,
    userDetail,
    equip_id: null,
    lostSession: false,
  };
}

function becomeGuest(state: ClientUserState): void {
  state.userName = null;
  state.sessionId = null;
  state.userDetail = null;
  state.lostSession = false;
}

/** Whether the session belongs to this user. While the user of the session is unknown, any user is accepted. */
export function isStillHere({ sessionId, userDetail }: ClientUserState, { id }: User): boolean {
  return sessionId !== null && (userDetail === null || userDetail.id === id);
}

export const clientUserSlice = createSlice({
  name: 'clientUser',
  initialState: start,
  reducers: {
    signedIn(state, { payload }: PayloadAction<SignedIn>) {
      state.userName = payload.user.name;
      state.sessionId = payload.sessionId;
      state.userDetail = payload.user;
      state.lostSession = false;
    },
    /** The rider has closed the notice that the session has ended. */
    lossNoted(state) {
      state.lostSession = false;
    },
    /**
     * The server sent the data of the user again. Data of another user is ignored, and so is data
     * that arrives after the logout.
     */
    userChanged(state, { payload }: PayloadAction<User>) {
      if (!isStillHere(state, payload)) return;
      state.userName = payload.name;
      state.userDetail = payload;
    },
    /** A link to this station opened the app. */
    stationOpened(state, { payload }: PayloadAction<string>) {
      state.equip_id = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(signedOut, becomeGuest)
      .addCase(sessionExpired, (state) => {
        becomeGuest(state);
        state.lostSession = true;
      })
      .addCase(sessionFollowed, (state, { payload }) => {
        becomeGuest(state);
        state.sessionId = payload;
      });
  },
  selectors: {
    /** A guest with a session is not signed in. */
    selectIsSignedIn: (state) => state.sessionId !== null && !isGuestSession(state.sessionId),
    selectHasSession: (state) => state.sessionId !== null,
    selectSessionId: (state) => state.sessionId,
    selectUserDetail: (state) => state.userDetail,
    selectLostSession: (state) => state.lostSession,
  },
});

export const { signedIn, userChanged, lossNoted, stationOpened } = clientUserSlice.actions;
export const {
  selectIsSignedIn,
  selectHasSession,
  selectSessionId,
  selectUserDetail,
  selectLostSession,
} = clientUserSlice.selectors;
