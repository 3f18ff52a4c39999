import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../../../contract/auth.ts';
import { readSessionId, sessionExpired, signedOut } from '../../api/session.ts';
import { session } from '../../lib/storage.ts';

/**
 * Who uses this device and what they are about to rent; the names are the specification's. Its list
 * of nearby shops is what the query cache holds of the map's tiles.
 */
export interface ClientUserState {
  userName: string | null;
  /** Present means logged in. */
  sessionId: string | null;
  /** As the server described the person at login. */
  userDetail: User | null;
  /** The station that a QR code or link opened. */
  equip_id: string | null;
}

export const userDetailKey = 'userDetail';
export const stationKey = 'equip_id';

/** Our own words read back, so only their shape is checked. */
function isUser(value: unknown): value is User {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'phone' in value &&
    typeof value.phone === 'string' &&
    'name' in value
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
  };
}

function becomeGuest(state: ClientUserState): void {
  state.userName = null;
  state.sessionId = null;
  state.userDetail = null;
}

export const clientUserSlice = createSlice({
  name: 'clientUser',
  initialState: start,
  reducers: {
    signedIn(state, { payload }: PayloadAction<SignedIn>) {
      state.userName = payload.user.name;
      state.sessionId = payload.sessionId;
      state.userDetail = payload.user;
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
    builder.addCase(signedOut, becomeGuest).addCase(sessionExpired, becomeGuest);
  },
  selectors: {
    selectIsSignedIn: (state) => state.sessionId !== null,
    selectUserDetail: (state) => state.userDetail,
  },
});

export const { signedIn, stationOpened, stationLeft } = clientUserSlice.actions;
export const { selectIsSignedIn, selectUserDetail } = clientUserSlice.selectors;
