import { useEffect, useSyncExternalStore } from 'react';
import { nearbyZoom, tilesAround } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';
import type { ReadTile } from './nearby.ts';
import type { IsWanted } from './nearbyTiles.ts';

type Search = (from: Point, read: ReadTile, isWanted?: IsWanted) => Tile[];

/** Reads only the tiles that the page preloads. These tiles are usually enough. */
const around: Search = ({ lat, lng }) => tilesAround(lat, lng, nearbyZoom);

let search = around;
let isAsked = false;
const listeners = new Set<() => void>();

async function fetchSearch(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    search = (await import('./nearbyTiles.ts')).nearbyTiles;
    for (const listener of listeners) listener();
  } catch {
    // The code did not load, but the nearest tiles are enough for a list. The next component loads the code
    // again.
    isAsked = false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the exact search for the nearest stations. Its code loads after the first list. Before that, the
 * hook returns a search that reads only the nearest tiles.
 */
export function useNearbySearch(): Search {
  useEffect(() => void fetchSearch(), []);
  return useSyncExternalStore(subscribe, () => search);
}
