import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../../api/api.ts';
import { clientUserSlice } from '../../features/auth/clientUserSlice.ts';
import { loginSlice } from '../../features/auth/loginSlice.ts';
import { sessionKeeper } from '../../features/auth/sessionListeners.ts';
import { paymentSlice } from '../../features/payment/paymentSlice.ts';
import { watchesSlice } from '../../features/watches/watchesSlice.ts';
import { mapSlice } from '../../features/stations/mapSlice.ts';

const combine = () =>
  combineReducers({
    [api.reducerPath]: api.reducer,
    [clientUserSlice.reducerPath]: clientUserSlice.reducer,
    [loginSlice.reducerPath]: loginSlice.reducer,
    [paymentSlice.reducerPath]: paymentSlice.reducer,
    [mapSlice.reducerPath]: mapSlice.reducer,
    [watchesSlice.reducerPath]: watchesSlice.reducer,
  });

let combined: ReturnType<typeof combine> | null = null;

/**
 * Combines the reducers when they are first needed, not when the code is evaluated.
 * `combineReducers` calls every reducer, and the evaluation of the code is already a long task.
 */
export function rootReducer(): ReturnType<typeof combine> {
  combined ??= combine();
  return combined;
}

/** These actions of redux-persist contain functions, which are not serializable. */
const persistenceActions = ['FLUSH', 'REHYDRATE', 'PAUSE', 'PERSIST', 'PURGE', 'REGISTER'].map(
  (name) => `persist/${name}`,
);

/**
 * The development checks of Redux warn if a check takes longer than this many milliseconds. The
 * limit is high, because on a busy machine the check is slow even if the state is small.
 */
const checkSlowAfterMs = 2_000;

export function createStore() {
  const store = configureStore({
    reducer: rootReducer(),
    middleware: (defaults) =>
      defaults({
        serializableCheck: { ignoredActions: persistenceActions, warnAfter: checkSlowAfterMs },
        immutableCheck: { warnAfter: checkSlowAfterMs },
      })
        .prepend(sessionKeeper)
        .concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
