import { useCallback, useMemo, useState } from 'react';
import { listLength } from '../../../../contract/rules/firstScreen/stationRow.ts';
import { tileOf } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { usePageVisible } from '../../../lib/device/usePageVisible.ts';
import { nearestStations } from './nearby.ts';
import type { NearStation, ReadTile } from './nearby.ts';
import type { IsWanted } from './nearbyTiles.ts';
import { useFollowTile } from '../stationsApi.ts';
import { useNearbySearch } from './useNearbySearch.ts';
import { useOpenNow } from '../hours/useOpenNow.ts';
import { useTiles } from './useTiles.ts';

export interface NearbyStations {
  status: 'loading' | 'ready' | 'failed';
  stations: NearStation[];
  /** The time of the oldest tile that was read for the list, in ISO 8601; null without a tile. */
  at: string | null;
  error: unknown;
  retry: () => void;
}

/**
 * Returns the nearest matching stations, open stations first. Polling updates all tiles, and live
 * events also update the tile that contains the point. Without a point, the list is empty. Pass the
 * same `isWanted` as long as the filter is the same.
 */
export function useNearbyStations(from: Point | null, isWanted?: IsWanted): NearbyStations {
  const lat = from?.lat ?? null;
  const lng = from?.lng ?? null;
  const search = useNearbySearch();
  const choose = useCallback(
    (read: ReadTile) => (lat === null || lng === null ? [] : search({ lat, lng }, read, isWanted)),
    [search, lat, lng, isWanted],
  );
  const { tiles, status, error, retry } = useTiles(choose);
  const own = tiles.filter(
    ({ z, x, y, stations }) =>
      stations.length > 0 && isSame({ z, x, y }, tileOf(lat ?? 0, lng ?? 0, z)),
  );
  const { z, x, y } = own.reduce<Tile>(
    (one, other) => (other.z > one.z ? other : one),
    own[0] ?? nowhere,
  );
  // Follow events only while the page is visible. A browser opens at most six connections to a server, and a
  // few tabs in the background would use all six.
  const isVisible = usePageVisible();
  useFollowTile({ z, x, y }, { skip: own.length === 0 || !isVisible });
  const isOpen = useOpenNow();
  const found = useMemo(
    () =>
      lat === null || lng === null
        ? []
        : nearestStations(tiles, { lat, lng }, listLength, isOpen, isWanted),
    [tiles, lat, lng, isOpen, isWanted],
  );
  const stations = useUnchanged(found);
  return useMemo(
    () => ({ status, error, retry, stations, at: oldest(tiles.map((tile) => tile.at)) }),
    [status, error, retry, stations, tiles],
  );
}

/**
 * Returns the old list if the new list is equal, so that the rows need not render again. The lists are often
 * equal when the exact search reads more tiles.
 */
function useUnchanged(found: NearStation[]): NearStation[] {
  const [previous, keep] = useState(found);
  if (previous === found || JSON.stringify(previous) === JSON.stringify(found)) return previous;
  keep(found);
  return found;
}

const nowhere: Tile = { z: 0, x: 0, y: 0 };

const isSame = (one: Tile, other: Tile) =>
  one.z === other.z && one.x === other.x && one.y === other.y;

function oldest(times: string[]): string | null {
  return times.reduce<string | null>(
    (found, time) => (found === null || time < found ? time : found),
    null,
  );
}
