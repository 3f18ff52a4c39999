import type { MigrationManifest, PersistedState } from 'redux-persist';

/**
 * The version of the saved state. If the shape of a saved slice changes, increase the version and
 * add a migration.
 */
export const version = 3;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads the saved view of the map. Returns null if the saved value is not a view. */
function readView(map: unknown): { lat: number; lng: number; zoom: number } | null {
  if (!isRecord(map) || !isRecord(map['view'])) return null;
  const { lat, lng, zoom } = map['view'];
  if (typeof lat !== 'number' || typeof lng !== 'number' || typeof zoom !== 'number') return null;
  return { lat, lng, zoom };
}

export const migrations: MigrationManifest = {
  1: (state: PersistedState): PersistedState => {
    if (state === undefined) return state;
    const map = 'map' in state ? state.map : undefined;
    return Object.assign({ _persist: state._persist }, { map: { view: readView(map) } });
  },
  // Version 2 adds the layers of the map. At first, all layers are hidden.
  2: (state: PersistedState): PersistedState => {
    if (state === undefined) return state;
    const map = 'map' in state && isRecord(state.map) ? state.map : {};
    return Object.assign({ _persist: state._persist }, { map: { ...map, layers: [] } });
  },
  // Version 3 adds watches of stations.
  3: (state: PersistedState): PersistedState =>
    state === undefined ? state : Object.assign({}, state, { watches: { kept: [] } }),
};
