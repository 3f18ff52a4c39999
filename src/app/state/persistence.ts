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
/** As redux-persist names it. */
const storageKey = `${KEY_PREFIX}${key}`;

const config: PersistConfig<RootState> = {
  key,
  version,
  migrate: readPersistedState,
  // What the server said belongs to the query cache and is never kept here, nor is anything personal.
  whitelist: ['map', 'watches'],
  storage: {
    getItem: async (key: string) => local.get(key),
    setItem: async (key: string, value: string) => local.set(key, value),
    removeItem: async (key: string) => local.remove(key),
  },
};

/**
 * Adds what the types of redux-persist miss: it takes a state without its own part, as that of a
 * store that began without it, and adds the part with its first action.
 */
function isPersistable(
  state: RootState | undefined,
): state is (RootState & PersistPartial) | undefined {
  return state === undefined || 'map' in state;
}

/** Restores and keeps what outlives a visit. Begun after the first screen stands: nothing waits. */
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
 * Each tab keeps all that it knows: one that had not heard of another's watch would take it away with
 * its next step on the map.
 */
function followWatches(store: Store, text: string): void {
  const watches = readPersistedWatches(text);
  if (watches === null || isSame(watches.kept, selectWatches(store.getState()))) return;
  store.dispatch(watchesFollowed(watches.kept));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
