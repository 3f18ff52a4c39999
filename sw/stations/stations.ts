import { registerRoute } from 'workbox-routing';
import { tilesAround, nearbyZoom } from '../../contract/rules/places/tiles.ts';
import { isConfig } from '../../contract/rules/shapes/configShape.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { isCachedPath, isTilePath } from './networkOutcome.ts';
import { forEachLimited } from '../forEachLimited.ts';
import { CachedWhileSlow, Refresh, stationsCache } from './stationStrategies.ts';

/** The highest number of parallel requests. */
const concurrency = 3;
/** The highest number of requests in one refresh. */
const mostInOneGo = 24;
/** The longest time for which the installation waits for the stations, in milliseconds. */
const installTimeoutMs = 8000;

/** Answers the station requests of the pages. If the network is slow, answers from the cache. */
export function cacheStations(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && request.method === 'GET' && url.search === '' && isCachedPath(url.pathname),
    new CachedWhileSlow(),
  );
}

const refresh = new Refresh();

/**
 * Refreshes the answers that the app needs now, then the tiles that this device stored last. Skips answers that are
 * still young. Stops at the first request that fails.
 */
export async function refreshStations(
  event: ExtendableEvent,
  wanted: readonly string[],
): Promise<void> {
  const pathsToRefresh = [...wanted.filter(isCachedPath), ...(await lastUsedTiles())];
  const some = [...new Set(pathsToRefresh)].slice(0, mostInOneGo);
  await forEachLimited(some, concurrency, (path) => refreshOne(event, path));
}

/**
 * Caches the stations at the center of the operator's area, because the first visit needs them if the
 * position is unknown.
 */
export async function cacheCenter(event: ExtendableEvent): Promise<void> {
  const fetchAll = async () => {
    const answer = await refreshOne(event, paths.config);
    const config: unknown = await answer.json();
    if (!isConfig(config)) return;
    const { lat, lng } = config.map.center;
    const tiles = tilesAround(lat, lng, nearbyZoom).map((tile) =>
      fillPath(paths.stationTile, { ...tile }),
    );
    await forEachLimited(tiles, concurrency, (path) => refreshOne(event, path));
  };
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, installTimeoutMs));
  try {
    await Promise.race([fetchAll(), timeout]);
  } catch {
    // The installation continues anyway, because the app requests the stations when it is opened.
  }
}

async function refreshOne(event: ExtendableEvent, path: string): Promise<Response> {
  const request = new Request(new URL(path, location.origin));
  const [answer, done] = refresh.handleAll({ event, request });
  const response = await answer;
  await done;
  return response;
}

/** The paths of the cached tiles. The tile that was stored last comes first. */
async function lastUsedTiles(): Promise<string[]> {
  const cache = await caches.open(stationsCache);
  const requests = await cache.keys();
  return requests
    .map(({ url }) => new URL(url).pathname)
    .filter(isTilePath)
    .toReversed();
}
