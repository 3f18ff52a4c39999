import { createMigrate } from 'redux-persist';
import fc from 'fast-check';
import type { PersistedState } from 'redux-persist';
import { describe, expect, it } from 'vitest';
import { readPersistedState } from './persistedState.ts';
import { migrations, version } from './migrations.ts';

// Frozen: what apps of the past left on people's phones. Never change one, only add.
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

describe('what an older app left', () => {
  it('keeps the view of the map, and nothing that belongs to the server', async () => {
    const migrated = await migrate(unversioned, version);
    expect(migrated).toEqual({
      _persist: { version: -1, rehydrated: true },
      map: { view: { lat: 41.88, lng: -87.63, zoom: 15 }, layers: [] },
      watches: { kept: [] },
    });
  });

  it('shows no layer of the map that nobody chose', async () => {
    expect(await migrate(version1, version)).toMatchObject({
      map: { view: { lat: 41.872, lng: -87.629, zoom: 16 }, layers: [] },
    });
  });

  it('waits for nothing where no watches were kept yet', async () => {
    expect(await migrate(version2, version)).toEqual({ ...version2, watches: { kept: [] } });
  });

  it('is dropped where it cannot be read', async () => {
    expect(await migrate(brokenView, version)).toMatchObject({ map: { view: null } });
  });

  it('of the same version is taken as it is', async () => {
    expect(await migrate(version3, 3)).toEqual(version3);
  });

  it('may be nothing', async () => {
    expect(await migrate(undefined, version)).toBeUndefined();
  });
});

const own = { _persist: { version: 3, rehydrated: true } };
const nothing = { ...own, map: { view: null, layers: [] }, watches: { kept: [] } };

/** As it is read back from the device: what it says of itself need not be so. */
function keptBy(state: object): PersistedState {
  return Object.assign({ _persist: { version: 3, rehydrated: true } }, state);
}

describe('what is taken over in the end', () => {
  it.each([
    ['before there were versions', unversioned, { lat: 41.88, lng: -87.63, zoom: 15 }, [], []],
    ['version 1', version1, version1.map.view, [], []],
    ['version 2', version2, version2.map.view, version2.map.layers, []],
    ['version 3', version3, version3.map.view, version3.map.layers, version3.watches.kept],
  ])('of %s: what it has', async (_name, state, view, layers, kept) => {
    expect(await readPersistedState(keptBy(state))).toMatchObject({
      map: { view, layers },
      watches: { kept },
    });
  });

  it('of an app that was newer and was taken back: what fits', async () => {
    const newer = keptBy({
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

  it('of a part of one: what is there', async () => {
    expect(await readPersistedState(keptBy({ watches: version3.watches }))).toEqual({
      ...nothing,
      watches: version3.watches,
    });
    expect(await readPersistedState(keptBy({ map: { layers: ['heat'] } }))).toEqual({
      ...nothing,
      map: { view: null, layers: ['heat'] },
    });
  });

  it.each([
    ['a view beyond the earth', { map: { view: { lat: 1e300, lng: 0, zoom: 3 } } }],
    ['a zoom that no map has', { map: { view: { lat: 0, lng: 0, zoom: 21 } } }],
    ['a list for an object', { map: [], watches: [] }],
    ['texts for objects', { map: 'map', watches: 'watches' }],
    ['nothing for objects', { map: null, watches: null }],
    ['watches that are none', { watches: { kept: [null, 1, {}, { id: 'a' }] } }],
    ['what belongs to others', { clientUser: { sessionId: 'stolen' }, api: null }],
  ])('of %s: nothing', async (_name, state) => {
    expect(await readPersistedState(keptBy(state))).toEqual(nothing);
  });

  it('of whatever can be read: the three parts, and nothing else', async () => {
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

  it('of nothing: nothing', async () => {
    expect(await readPersistedState(undefined)).toBeUndefined();
  });
});
