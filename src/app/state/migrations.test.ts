import { createMigrate } from 'redux-persist';
import fc from 'fast-check';
import type { PersistedState } from 'redux-persist';
import { describe, expect, it } from 'vitest';
import { readPersistedState } from './persistedState.ts';
import { migrations, version } from './migrations.ts';

// Old versions of the app have saved these states on phones. Therefore never change an entry. Only
// add new entries.
const unversioned = {
  _persist: { version: -1, rehydrated: true },
  map: { view: { lat: 41.88, lng: -87.63, zoom: 15 } },
  api: { queries: { 'getOrder("1")': { data: 'private' } } },
};
const brokenView = { _persist: { version: -1, rehydrated: true }, map: { view: { lat: '41' } } };
const version1 = {
  _persist: { version: 1, rehydrated: true },
  map: { view: { lat: 41.872, lng: -87.629, zoom: 16 } },
};
const version2 = {
  _persist: { version: 2, rehydrated: true },
  map: { view: { lat: 41.872, lng: -87.629, zoom: 16 }, layers: ['heat', 'transit'] },
};

const version3 = {
  _persist: { version: 3, rehydrated: true },
  map: { view: { lat: 41.872, lng: -87.629, zoom: 16 }, layers: ['heat', 'transit'] },
  watches: {
    kept: [
      {
        id: 'q2V0Q1vX9mZkY3p4T7s8Aw',
        stationId: 'ABCDEFV',
        stationName: 'Corner Bakery',
        wants: 'charger',
        expiresAt: '2026-11-21T16:40:00.000Z',
        isTold: false,
      },
    ],
  },
};

const migrate = createMigrate(migrations, { debug: false });

describe('migrating the state of an older app', () => {
  it('migrating the state of an older app keeps the view of the map and drops server data', async () => {
    const migrated = await migrate(unversioned, version);
    expect(migrated).toEqual({
      _persist: { version: -1, rehydrated: true },
      map: { view: { lat: 41.88, lng: -87.63, zoom: 15 }, layers: [] },
      watches: { kept: [] },
    });
  });

  it('migrating hides all layers of the map if the old version had no layers', async () => {
    expect(await migrate(version1, version)).toMatchObject({
      map: { view: { lat: 41.872, lng: -87.629, zoom: 16 }, layers: [] },
    });
  });

  it('migrating creates an empty list of watches if the old version had no watches', async () => {
    expect(await migrate(version2, version)).toEqual({ ...version2, watches: { kept: [] } });
  });

  it('migrating drops a view of the map that cannot be read', async () => {
    expect(await migrate(brokenView, version)).toMatchObject({ map: { view: null } });
  });

  it('migrating leaves the current version unchanged', async () => {
    expect(await migrate(version3, 3)).toEqual(version3);
  });

  it('migrating accepts that no state is saved', async () => {
    expect(await migrate(undefined, version)).toBeUndefined();
  });
});

const own = { _persist: { version: 3, rehydrated: true } };
const nothing = { ...own, map: { view: null, layers: [] }, watches: { kept: [] } };

/** Returns a state as the app reads it from storage. A state without a version gets version 3. */
function savedState(state: object): PersistedState {
  return Object.assign({ _persist: { version: 3, rehydrated: true } }, state);
}

describe('reading the saved state', () => {
  it.each([
    ['no version', unversioned, { lat: 41.88, lng: -87.63, zoom: 15 }, [], []],
    ['version 1', version1, version1.map.view, [], []],
    ['version 2', version2, version2.map.view, version2.map.layers, []],
    ['version 3', version3, version3.map.view, version3.map.layers, version3.watches.kept],
  ])(
    'the app restores the parts that a state of %s contains',
    async (_name, state, view, layers, kept) => {
      expect(await readPersistedState(savedState(state))).toMatchObject({
        map: { view, layers },
        watches: { kept },
      });
    },
  );

  it('after the rollback of a newer app, the app restores the parts of the saved state that this version supports', async () => {
    const newer = savedState({
      _persist: { version: 4, rehydrated: true },
      map: { view: version3.map.view, layers: ['heat', 'weather'], tilt: 30 },
      watches: { kept: [{ ...version3.watches.kept[0], wants: 'umbrella' }] },
      favourites: ['ABCDEFV'],
    });
    expect(await readPersistedState(newer)).toEqual({
      _persist: { version: 4, rehydrated: true },
      map: { view: version3.map.view, layers: ['heat'] },
      watches: { kept: [] },
    });
  });

  it('the app restores the middle of the visible part of the map, and drops only this middle if it is invalid', async () => {
    const { view } = version3.map;
    const visible = { lat: 41.87, lng: -87.63, layout: 'true true' };
    const read = (one: object) =>
      readPersistedState(savedState({ map: { view: { ...view, visible: one } } }));
    const restored = (one: object) => ({ ...nothing, map: { view: one, layers: [] } });
    expect(await read(visible)).toEqual(restored({ ...view, visible }));
    expect(await read({ ...visible, lng: 180.5 })).toEqual(restored(view));
  });

  it('the app restores the parts that exist if the state is incomplete', async () => {
    expect(await readPersistedState(savedState({ watches: version3.watches }))).toEqual({
      ...nothing,
      watches: version3.watches,
    });
    expect(await readPersistedState(savedState({ map: { layers: ['heat'] } }))).toEqual({
      ...nothing,
      map: { view: null, layers: ['heat'] },
    });
  });

  it.each([
    ['a view outside the valid range', { map: { view: { lat: 1e300, lng: 0, zoom: 3 } } }],
    ['a zoom outside the valid range', { map: { view: { lat: 0, lng: 0, zoom: 21 } } }],
    ['lists instead of objects', { map: [], watches: [] }],
    ['texts instead of objects', { map: 'map', watches: 'watches' }],
    ['null instead of objects', { map: null, watches: null }],
    ['invalid watches', { watches: { kept: [null, 1, {}, { id: 'a' }] } }],
    ['slices that are never saved', { clientUser: { sessionId: 'stolen' }, api: null }],
  ])('the app restores nothing from a state with %s', async (_name, state) => {
    expect(await readPersistedState(savedState(state))).toEqual(nothing);
  });

  it('the app always restores exactly three parts', async () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record({ view: fc.jsonValue(), kept: fc.jsonValue() }),
    );
    const version = fc.oneof(
      fc.constantFrom<unknown>(-1, 0, 1, 2, 3, 4, '3', null),
      fc.jsonValue(),
    );
    const state = fc.record(
      { _persist: fc.record({ version }), map: part, watches: part, api: part },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(state, async (any) => {
        const read = await readPersistedState(Object.assign({}, own, any));
        expect(Object.keys(read ?? {}).sort()).toEqual(['_persist', 'map', 'watches']);
      }),
    );
  });

  it('the app restores nothing if nothing is saved', async () => {
    expect(await readPersistedState(undefined)).toBeUndefined();
  });
});
