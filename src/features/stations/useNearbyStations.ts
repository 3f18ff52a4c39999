import { useCallback, useMemo } from 'react';
import { nearbyZoom, tileOf } from '../../../contract/rules/tiles.ts';
import type { Point } from '../../lib/geo.ts';
import { usePageVisible } from '../../lib/usePageVisible.ts';
import { nearbyTiles, nearestStations } from './nearby.ts';
import type { NearStation, ReadTile } from './nearby.ts';
import { useFollowTileQuery } from './stationsApi.ts';
import { useTiles } from './useTiles.ts';

export interface NearbyStations {
  status: 'loading' | 'ready' | 'failed';
  stations: NearStation[];
  /** ISO 8601: the age of the oldest counts shown; null while there are none. */
  at: string | null;
  error: unknown;
  retry: () => void;
}

/** The list twin of the map holds this many. */
const listLength = 20;

/** The nearest stations, kept fresh by polling and, for the tile of the point, by live events. */
export function useNearbyStations({ lat, lng }: Point): NearbyStations {
  const choose = useCallback((read: ReadTile) => nearbyTiles({ lat, lng }, read), [lat, lng]);
  const { tiles, status, error, retry } = useTiles(choose);
  const home = tileOf(lat, lng, nearbyZoom);
  const hasStations = tiles.some(
    (tile) =>
      tile.z === home.z && tile.x === home.x && tile.y === home.y && tile.stations.length > 0,
  );
  // Six connections are all that a browser has for a server; a few open tabs would take them.
  const isVisible = usePageVisible();
  useFollowTileQuery(home, { skip: !hasStations || !isVisible });
  return useMemo(
    () => ({
      status,
      error,
      retry,
      stations: nearestStations(tiles, { lat, lng }, listLength),
      at: oldest(tiles.map((tile) => tile.at)),
    }),
    [status, error, retry, tiles, lat, lng],
  );
}

function oldest(times: string[]): string | null {
  return times.reduce<string | null>(
    (found, time) => (found === null || time < found ? time : found),
    null,
  );
}
