import { isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { StationSummary, StationTile } from '../../../contract/stations.ts';

/** As sw/stations/stations.ts names it. */
const cacheName = 'stations';

const tilePath = /^\/api\/stations\/tiles\/\d+\/\d+\/\d+$/;

export interface KeptStation extends StationSummary {
  /** ISO 8601: the age of its counts. */
  at: string;
}

export interface KeptStations {
  /** Each station once, with the newest counts of it. */
  stations: KeptStation[];
  /** ISO 8601: the age of the oldest counts among them; null where there are none. */
  at: string | null;
}

/**
 * Every station that the service worker keeps on this device. Empty where nothing is kept or the
 * browser refuses: whoever asks does so because the network did not answer already.
 */
export async function readKeptStations(): Promise<KeptStations> {
  const newest = new Map<string, KeptStation>();
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
    // `has`, because opening would make one.
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
    // A private mode, or storage that is broken or was taken away meanwhile.
    return [];
  }
}

async function readKeptTile(cache: Cache, request: Request): Promise<StationTile | null> {
  try {
    const answer = await cache.match(request, { ignoreVary: true });
    const value: unknown = await answer?.json();
    return isStationTile(value) ? value : null;
  } catch {
    // Cut short, or from a version of the app that kept something else here.
    return null;
  }
}
