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
  // Server data belongs to the query cache and is never saved here. Personal data is not saved either.
  whitelist: ['map', 'watches'],
  storage: {
    getItem: async (key: string) => local.get(key),
    setItem: async (key: string, value: string) => local.set(key, value),
    removeItem: async (key: string) => local.remove(key),
  },
};

/**
 * Corrects a type of redux-persist. It accepts a state without its own part (the store starts without
 * it) and adds that part with its first action.
 */
function isPersistable(
  state: RootState | undefined,
): state is (RootState & PersistPartial) | undefined {
  return state === undefined || 'map' in state;
}

/** Restores and saves the state that is kept between visits. Starts after the first screen, which does not wait for it. */
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
 * Each tab saves its whole state. Without this, a tab that does not know a watch of another tab would
 * delete it with its next change of the map.
 */
function followWatches(store: Store, text: string): void {
  const watches = readPersistedWatches(text);
  if (watches === null || isSame(watches.kept, selectWatches(store.getState()))) return;
  store.dispatch(watchesFollowed(watches.kept));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
