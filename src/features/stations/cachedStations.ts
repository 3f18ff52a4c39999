import { isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { StationSummary, StationTile } from '../../../contract/stations.ts';

/** The same name as in sw/stations/stations.ts. */
const cacheName = 'stations';

const tilePath = /^\/api\/stations\/tiles\/\d+\/\d+\/\d+$/;

export interface CachedStation extends StationSummary {
  /** ISO 8601: the time of its counts. */
  at: string;
}

export interface CachedStations {
  /** Each station once, with its newest counts. */
  stations: CachedStation[];
  /** ISO 8601: the time of the oldest counts among them; null without any. */
  at: string | null;
}

/**
 * All stations that the service worker has stored on this device. Empty if nothing is stored or the
 * browser refuses: there is no other source, because the network has failed already.
 */
export async function readCachedStations(): Promise<CachedStations> {
  const newest = new Map<string, CachedStation>();
  for (const { stations, at } of await readKeptTiles()) {
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

async function readKeptTiles(): Promise<StationTile[]> {
  try {
    // Check first, because `open` would create the cache.
    if (!('caches' in globalThis) || !(await caches.has(cacheName))) return [];
    const cache = await caches.open(cacheName);
    const requests = await cache.keys();
    const tiles = await Promise.all(
      requests
        .filter(({ url }) => tilePath.test(new URL(url).pathname))
        .map((request) => readKeptTile(cache, request)),
    );
    return tiles.filter((tile) => tile !== null);
  } catch {
    // Private mode, or storage that is broken or was deleted since.
    return [];
  }
}

async function readKeptTile(cache: Cache, request: Request): Promise<StationTile | null> {
  try {
    const answer = await cache.match(request, { ignoreVary: true });
    const value: unknown = await answer?.json();
    return isStationTile(value) ? value : null;
  } catch {
    // Incomplete, or stored in another format by another version of the app.
    return null;
  }
}
