import { createMigrate, persistReducer, persistStore } from 'redux-persist';
import type { PersistConfig } from 'redux-persist';
import type { PersistPartial } from 'redux-persist/es/persistReducer';
import { local } from '../lib/storage.ts';
import { migrations, version } from './migrations.ts';
import { reducer } from './store.ts';
import type { RootState, Store } from './store.ts';

const config: PersistConfig<RootState> = {
  key: 'app',
  version,
  migrate: createMigrate(migrations, { debug: false }),
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
  const persisting = persistReducer(config, reducer);
  store.replaceReducer((state, action) =>
    isPersistable(state) ? persisting(state, action) : reducer(state, action),
  );
  persistStore(store);
}
