import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { sessionExpired, sessionFollowed, signedOut } from '../../api/session.ts';

export interface PaymentState {
  /** The id of the method that the person picked; null leaves it to the default one. */
  chosenMethod: string | null;
}

const start: PaymentState = { chosenMethod: null };

export const paymentSlice = createSlice({
  name: 'payment',
  initialState: start,
  reducers: {
    methodChosen(state, { payload }: PayloadAction<string>) {
      state.chosenMethod = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(signedOut, () => start)
      .addCase(sessionExpired, () => start)
      .addCase(sessionFollowed, () => start);
  },
  selectors: {
    selectChosenMethod: (state) => state.chosenMethod,
  },
});

export const { methodChosen } = paymentSlice.actions;
export const { selectChosenMethod } = paymentSlice.selectors;

/** The method to pay with: the picked one while it exists, else the default, else the first. */
export function methodToPayWith(
  methods: readonly PaymentMethod[],
  chosen: string | null,
): PaymentMethod | null {
  return (
    methods.find(({ id }) => id === chosen) ??
    methods.find(({ isDefault }) => isDefault) ??
    methods[0] ??
    null
  );
}
