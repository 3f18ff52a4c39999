import { useEffect, useSyncExternalStore } from 'react';
import { nearbyZoom, tilesAround } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';
import type { ReadTile } from './nearby.ts';
import type { IsWanted } from './nearbyTiles.ts';

type Search = (from: Point, read: ReadTile, isWanted?: IsWanted) => Tile[];

/** What the page brings along, and in most places all that is needed. */
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
    // The tiles around still make a list; whoever needs one next asks for the code again.
    isAsked = false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The exact search for the nearest stations. Its code comes after the first list: until then the
 * tiles around have to do.
 */
export function useNearbySearch(): Search {
  useEffect(() => void fetchSearch(), []);
  return useSyncExternalStore(subscribe, () => search);
}
