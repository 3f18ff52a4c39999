import { KEY_PREFIX, persistReducer, persistStore } from 'redux-persist';
import type { PersistConfig } from 'redux-persist';
import type { PersistPartial } from 'redux-persist/es/persistReducer';
import { local } from '../../lib/storage/storage.ts';
import { selectWatches, watchesFollowed } from '../../features/watches/watchesSlice.ts';
import { readPersistedState, readPersistedWatches } from './persistedState.ts';
import { version } from './migrations.ts';
import { rootReducer } from './store.ts';
import type { RootState, Store } from './store.ts';

const key = 'app';
/** The storage key that redux-persist builds from `key`. */
const storageKey = `${KEY_PREFIX}${key}`;

const config: PersistConfig<RootState> = {
  key,
  version,
  migrate: readPersistedState,
  // Only these slices are saved. Server data stays in the query cache, and personal data must not
  // be saved.
  whitelist: ['map', 'watches'],
  storage: {
    getItem: async (key: string) => local.get(key),
    setItem: async (key: string, value: string) => local.set(key, value),
    removeItem: async (key: string) => local.remove(key),
  },
};

/**
 * Corrects a type of redux-persist. At first, the state does not contain `_persist`. The library
 * accepts such a state. The first action of the library adds `_persist`.
 */
function isPersistable(
  state: RootState | undefined,
): state is (RootState & PersistPartial) | undefined {
  return state === undefined || 'map' in state;
}

/**
 * Restores the saved parts of the state and saves their changes. Runs after the first screen,
 * because the first screen does not need these parts.
 */
export function persist(store: Store): void {
  const reducer = rootReducer();
  const persisting = persistReducer(config, reducer);
  store.replaceReducer((state, action) =>
    isPersistable(state) ? persisting(state, action) : reducer(state, action),
  );
  persistStore(store);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) followWatches(store, newValue);
  });
}

/**
 * Copies the watches that another tab has saved. Each tab saves the whole state. Without the copy,
 * a tab with old watches would delete a new watch when that tab saves another change, such as a
 * change of the map.
 */
function followWatches(store: Store, text: string): void {
  const watches = readPersistedWatches(text);
  if (watches === null || isSame(watches.kept, selectWatches(store.getState()))) return;
  store.dispatch(watchesFollowed(watches.kept));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
