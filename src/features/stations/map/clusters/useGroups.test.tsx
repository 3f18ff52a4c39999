import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StationTile } from '../../../../../contract/stations.ts';
import { tileOf } from '../../../../../contract/rules/places/tiles.ts';
import { station } from '../../../../testing/rider.ts';
import { useGroups, type GroupsOptions } from './useGroups.ts';

const { tariff: _tariff, at: _at, photo: _photo, ...bakery } = station;
/** 20 pixels east of the bakery at zoom 15. Two pins overlap there, and are separate at zoom 17. */
const kiosk = { ...bakery, id: 'BCDEFGX', lng: bakery.lng + (20 * 360) / (256 * 2 ** 15) };
const tile: StationTile = {
  ...tileOf(bakery.lat, bakery.lng, 12),
  at: '2026-11-01T10:00:00.000Z',
  stations: [bakery, kiosk],
  clusters: [],
};
const bounds = {
  north: bakery.lat + 0.1,
  south: bakery.lat - 0.1,
  west: bakery.lng - 0.1,
  east: bakery.lng + 0.1,
};
const isShown = () => true;
const complete: GroupsOptions = {
  tiles: [tile],
  coarser: [],
  isComplete: true,
  view: { bounds, zoom: 15 },
  highlighted: null,
  isShown,
};

test('if the tiles of a closer view fail, the stations of the earlier view stay', async () => {
  const { result, rerender } = renderHook(useGroups, { initialProps: complete });
  await waitFor(() => expect(result.current.groups).toHaveLength(1));
  rerender({ ...complete, tiles: [], isComplete: false, view: { bounds, zoom: 17 } });
  await waitFor(() => expect(result.current.groups).toHaveLength(2));
});
