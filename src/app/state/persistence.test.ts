// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { selectWatches, watchSet } from '../../features/watches/watchesSlice.ts';
import { mapMoved } from '../../features/stations/mapSlice.ts';
import { persist } from './persistence.ts';
import { createStore } from './store.ts';

const watch = {
  id: 'q2V0Q1vX9mZkY3p4T7s8Aw',
  stationId: 'ABCDEFV',
  stationName: 'Corner Bakery',
  wants: 'charger' as const,
  expiresAt: '2026-11-21T16:40:00.000Z',
};

beforeEach(() => localStorage.clear());

const saved = () => localStorage.getItem('persist:app') ?? '';

async function persisting() {
  const store = createStore();
  persist(store);
  await vi.waitFor(() => expect(store.getState()).toHaveProperty('_persist.rehydrated', true));
  return store;
}

test.each([
  ['truncated', '{"map":"{'],
  ['of another type', '[1,2]'],
  [
    'from another program',
    '{"clientUser":"null","api":"null","map":"null","watches":"{}","_persist":"[]"}',
  ],
])('a saved state that is %s is replaced by the initial state', async (_name, text) => {
  localStorage.setItem('persist:app', text);
  const store = await persisting();
  const { map, watches, clientUser, api } = store.getState();
  expect({ map, watches }).toEqual({ map: { view: null, layers: [] }, watches: { kept: [] } });
  expect(clientUser).toHaveProperty('sessionId');
  expect(api).toHaveProperty('queries');
  store.dispatch(mapMoved({ lat: 1, lng: 2, zoom: 3 }));
  await vi.waitFor(() => expect(saved()).toContain('zoom'));
});

test('a tab does not overwrite watches that another tab has saved', async () => {
  const store = await persisting();
  store.dispatch(mapMoved({ lat: 1, lng: 2, zoom: 3 }));
  await vi.waitFor(() => expect(saved()).toContain('zoom'));

  const watches = JSON.stringify({ kept: [{ ...watch, isTold: false }] });
  const newValue = JSON.stringify({ map: '{}', watches, _persist: '{}' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'persist:app', newValue }));
  expect(selectWatches(store.getState())).toEqual([{ ...watch, isTold: false }]);
  store.dispatch(mapMoved({ lat: 1, lng: 2, zoom: 4 }));
  await vi.waitFor(() => expect(saved()).toContain('zoom\\\\":4'.replaceAll('\\\\', '\\')));
  expect(saved()).toContain(watch.id);

  window.dispatchEvent(
    new StorageEvent('storage', { key: 'persist:app', newValue: '{"watches":1' }),
  );
  store.dispatch(watchSet({ ...watch, id: 'b', wants: 'charger' }));
  expect(selectWatches(store.getState())).toHaveLength(1);
});
