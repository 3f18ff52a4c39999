import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/api.ts';
import { clientUserSlice } from '../features/auth/clientUserSlice.ts';
import { loginSlice } from '../features/auth/loginSlice.ts';
import { sessionListeners, watchOtherTabs } from '../features/auth/sessionListeners.ts';
import { paymentSlice } from '../features/payment/paymentSlice.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [clientUserSlice.reducerPath]: clientUserSlice.reducer,
  [loginSlice.reducerPath]: loginSlice.reducer,
  [paymentSlice.reducerPath]: paymentSlice.reducer,
});

export function createStore() {
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults().prepend(sessionListeners.middleware).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  watchOtherTabs(store.dispatch);
  return store;
}

export type RootState = ReturnType<typeof reducer>;
