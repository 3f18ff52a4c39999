import type { MigrationManifest, PersistedState } from 'redux-persist';

/** The shape of what is kept. Each change of a kept slice raises it and adds a migration. */
export const version = 3;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What may be restored of a slice, or nothing where an older app kept something else there. */
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
  // The map has layers since, none of them shown at first.
  2: (state: PersistedState): PersistedState => {
    if (state === undefined) return state;
    const map = 'map' in state && isRecord(state.map) ? state.map : {};
    return Object.assign({ _persist: state._persist }, { map: { ...map, layers: [] } });
  },
  // Watches of stations came to be kept.
  3: (state: PersistedState): PersistedState =>
    state === undefined ? state : Object.assign({}, state, { watches: { kept: [] } }),
};
