import { isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { StationSummary, StationTile } from '../../../contract/stations.ts';

/** The service worker uses the same name in sw/stations/stations.ts. */
const cacheName = 'stations';

const tilePath = /^\/api\/stations\/tiles\/\d+\/\d+\/\d+$/;

export interface CachedStation extends StationSummary {
  /** The time of the counts, in ISO 8601. */
  at: string;
}

export interface CachedStations {
  /** Each station occurs once, with its newest counts. */
  stations: CachedStation[];
  /** The time of the oldest counts in the list, in ISO 8601. The value is null if the list is empty. */
  at: string | null;
}

/**
 * Returns all stations that the service worker has cached on this device. The list is empty if
 * nothing is cached or the browser refuses access. Never uses the network, because callers need
 * this list when the server is slow or cannot be reached.
 */
export async function readCachedStations(): Promise<CachedStations> {
  const newest = new Map<string, CachedStation>();
  for (const { stations, at } of await readCachedTiles()) {
    for (const station of stations) {
      const known = newest.get(station.id);
      if (known === undefined || known.at < at) newest.set(station.id, { ...station, at });
    }
  }
  const stations = [...newest.values()];
  const at = stations.reduce<string | null>(
    (oldest, station) => (oldest === null || station.at < oldest ? station.at : oldest),
    null,
  );
  return { stations, at };
}

async function readCachedTiles(): Promise<StationTile[]> {
  try {
    // Check for the cache first, because `open` would create it.
    if (!('caches' in globalThis) || !(await caches.has(cacheName))) return [];
    const cache = await caches.open(cacheName);
    const requests = await cache.keys();
    const tiles = await Promise.all(
      requests
        .filter(({ url }) => tilePath.test(new URL(url).pathname))
        .map((request) => readCachedTile(cache, request)),
    );
    return tiles.filter((tile) => tile !== null);
  } catch {
    // The browser is in a private mode, or the storage is broken or was just deleted.
    return [];
  }
}

async function readCachedTile(cache: Cache, request: Request): Promise<StationTile | null> {
  try {
    const answer = await cache.match(request, { ignoreVary: true });
    const value: unknown = await answer?.json();
    return isStationTile(value) ? value : null;
  } catch {
    // The entry is incomplete, or another version of the app stored it in another format.
    return null;
  }
}
