import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../../../contract/auth.ts';
import { readSessionId, sessionExpired, sessionFollowed, signedOut } from '../../api/session.ts';
import { session } from '../../lib/storage.ts';

/**
 * Who uses this device and what they are about to rent; the names are the specification's. Its list
 * of nearby shops is what the query cache holds of the map's tiles.
 */
export interface ClientUserState {
  userName: string | null;
  /** Present means logged in. */
  sessionId: string | null;
  /** As the server last described the person. */
  userDetail: User | null;
  /** The station that a QR code or link opened. */
  equip_id: string | null;
  /** The session ended without the person's doing, and they have not been told yet. */
  lostSession: boolean;
}

export const userDetailKey = 'userDetail';
export const stationKey = 'equip_id';

const texts = ['id', 'inviteCode', 'language', 'createdAt'];
const textsOrNull = ['phone', 'name', 'email', 'photo'];

/** Our own words read back, so only their shape is checked; those of an older app count as none. */
function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const field = (name: string): unknown => Reflect.get(value, name);
  const isText = (name: string) => typeof field(name) === 'string';
  return (
    texts.every(isText) &&
    textsOrNull.every((name) => field(name) === null || isText(name)) &&
    typeof field('emailConfirmed') === 'boolean' &&
    typeof field('birthDate') === 'object'
  );
}

function readUserDetail(): User | null {
  const kept = session.get(userDetailKey);
  if (kept === null) return null;
  try {
    const value: unknown = JSON.parse(kept);
    return isUser(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function start(): ClientUserState {
  const sessionId = readSessionId();
  const userDetail = sessionId === null ? null : readUserDetail();
  return {
    userName: userDetail?.name ?? null,
    sessionId,
    userDetail,
    equip_id: session.get(stationKey),
    lostSession: false,
  };
}

function becomeGuest(state: ClientUserState): void {
  state.userName = null;
  state.sessionId = null;
  state.userDetail = null;
  state.lostSession = false;
}

/** Whether the person whom the server described is the one who is signed in. */
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
    /** The person has read that they are signed out. */
    lossNoted(state) {
      state.lostSession = false;
    },
    /** The server described the person anew; an answer that comes after they left counts no more. */
    userChanged(state, { payload }: PayloadAction<User>) {
      if (!isStillHere(state, payload)) return;
      state.userName = payload.name;
      state.userDetail = payload;
    },
    /** A link or a code led to a station. */
    stationOpened(state, { payload }: PayloadAction<string>) {
      state.equip_id = payload;
    },
    /** The station's errand is done or was given up. */
    stationLeft(state) {
      state.equip_id = null;
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
    selectIsSignedIn: (state) => state.sessionId !== null,
    selectSessionId: (state) => state.sessionId,
    selectUserDetail: (state) => state.userDetail,
    selectLostSession: (state) => state.lostSession,
  },
});

export const { signedIn, userChanged, lossNoted, stationOpened, stationLeft } =
  clientUserSlice.actions;
export const { selectIsSignedIn, selectSessionId, selectUserDetail, selectLostSession } =
  clientUserSlice.selectors;
