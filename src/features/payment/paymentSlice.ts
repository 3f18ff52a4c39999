import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { PaymentMethod, SheetKind } from '../../../contract/payment.ts';
import { sessionExpired, sessionFollowed, signedOut } from '../../api/session.ts';

/** The rider's choice: a saved method, a payment sheet that opens first, or GoCash. */
export type PaymentChoice = 'method' | 'goCash' | SheetKind;

interface PaymentState {
  /** The id of the selected method; null for the default method. */
  chosenMethod: string | null;
  way: PaymentChoice;
  /** The coupon for the next rental. Null means no coupon, and undefined means the best coupon. */
  chosenCoupon?: string | null;
}

const start: PaymentState = { chosenMethod: null, way: 'method' };

export const paymentSlice = createSlice({
  name: 'payment',
  initialState: start,
  reducers: {
    methodChosen(state, { payload }: PayloadAction<string>) {
      state.chosenMethod = payload;
      state.way = 'method';
    },
    /** Selects the method that holds the deposit while GoCash pays. */
    depositMethodChosen(state, { payload }: PayloadAction<string>) {
      state.chosenMethod = payload;
    },
    goCashChosen(state) {
      state.way = 'goCash';
    },
    sheetChosen(state, { payload }: PayloadAction<SheetKind>) {
      state.way = payload;
    },
    couponChosen(state, { payload }: PayloadAction<string | null>) {
      state.chosenCoupon = payload;
    },
    /** Resets the choice of a coupon, because a rental has begun. */
    couponSpent(state) {
      delete state.chosenCoupon;
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
    selectWay: (state) => state.way,
    selectChosenCoupon: (state) => state.chosenCoupon,
  },
});

export const {
  methodChosen,
  depositMethodChosen,
  goCashChosen,
  sheetChosen,
  couponChosen,
  couponSpent,
} = paymentSlice.actions;
export const { selectChosenMethod, selectWay, selectChosenCoupon } = paymentSlice.selectors;

/**
 * Returns the method to pay with: the selected method, the default method, or the first method, in this order. Returns
 * null if the rider has no method.
 */
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
