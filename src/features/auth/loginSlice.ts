import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, sessionFollowed, signedOut } from '../../api/session.ts';
import { isText, isTime, objectOf } from '../../../contract/rules/shapes/shapes.ts';
import { defaultCallingCode, defaultCountry } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';
import { signedIn } from './clientUserSlice.ts';

/** A code that was sent by text message and that the user has not entered yet. */
export interface PendingCode {
  requestId: string;
  /** The number that received the code, in E.164. */
  phone: string;
  /** The same number in parts, digits only, for display. */
  callingCode: string;
  national: string;
  /** The time from which another code can be requested, in ISO 8601. */
  resendAt: string;
}

/** The specification defines the names of the first three fields. */
export interface LoginState {
  /** The number as typed, without the calling code. */
  phoneNumber: string;
  /** Whether a code has confirmed the number. */
  confirmed: boolean;
  /** The calling code as digits only. */
  country_code: string;
  /**
   * The country in ISO 3166. It is null if the number does not identify a country, for example if
   * the number is toll-free.
   */
  country: string | null;
  pending: PendingCode | null;
}

/** The length limit of the typed number. No phone number is longer, even with separators. */
const longestTyped = 60;

export const loginStorageKey = 'login';

const start: LoginState = {
  phoneNumber: '',
  confirmed: false,
  country_code: defaultCallingCode,
  country: defaultCountry,
  pending: null,
};

const isPending = objectOf<PendingCode>({
  requestId: isText,
  phone: isText,
  callingCode: isText,
  national: isText,
  resendAt: isTime,
});

/** Checks only the fields that the login needs. */
const isLogin = objectOf<{ phoneNumber: string; country_code: string }>({
  phoneNumber: (value): value is string => isText(value) && value.length <= longestTyped,
  country_code: (value): value is string => isText(value) && /^\d{1,4}$/.test(value),
});

/**
 * Reads the unfinished login that this tab stored. After a reload, the user can still enter the
 * code.
 */
export function readLogin(stored: string | null): LoginState {
  if (stored === null) return start;
  try {
    const value: unknown = JSON.parse(stored);
    if (!isLogin(value)) return start;
    const country: unknown = Reflect.get(value, 'country');
    const pending: unknown = Reflect.get(value, 'pending');
    return {
      phoneNumber: value.phoneNumber,
      confirmed: false,
      country_code: value.country_code,
      country: isText(country) && /^[A-Z]{2}$/.test(country) ? country : null,
      pending: isPending(pending) ? pending : null,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return start;
    throw error;
  }
}

export const loginSlice = createSlice({
  name: 'login',
  initialState: () => readLogin(session.get(loginStorageKey)),
  reducers: {
    phoneTyped(state, { payload }: PayloadAction<string>) {
      state.phoneNumber = payload;
      state.confirmed = false;
    },
    /** The user entered the number with its calling code. Selects the country of that code. */
    foreignNumberEntered(
      state,
      { payload }: PayloadAction<{ national: string; callingCode: string; country: string | null }>,
    ) {
      const sameCode = payload.callingCode === state.country_code;
      state.phoneNumber = payload.national;
      state.country = payload.country ?? (sameCode ? state.country : null);
      state.country_code = payload.callingCode;
      state.confirmed = false;
    },
    countryChosen(state, { payload }: PayloadAction<{ country: string; callingCode: string }>) {
      state.country = payload.country;
      state.country_code = payload.callingCode;
    },
    codeSent(state, { payload }: PayloadAction<PendingCode>) {
      state.pending = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(signedIn, (state) => {
        state.confirmed = true;
        state.pending = null;
      })
      // Another rider may log in next on this device.
      .addCase(signedOut, () => start)
      .addCase(sessionExpired, () => start)
      .addCase(sessionFollowed, () => start);
  },
  selectors: {
    selectLogin: (state) => state,
  },
});

export const { phoneTyped, foreignNumberEntered, countryChosen, codeSent } = loginSlice.actions;
export const { selectLogin } = loginSlice.selectors;
