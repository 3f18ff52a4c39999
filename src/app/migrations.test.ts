import { createMigrate } from 'redux-persist';
import { describe, expect, it } from 'vitest';
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
