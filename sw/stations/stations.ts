import { registerRoute } from 'workbox-routing';
import { tilesAround, nearbyZoom } from '../../contract/rules/places/tiles.ts';
import { isConfig } from '../../contract/rules/shapes/configShape.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { isKeptPath, isTilePath } from './networkOutcome.ts';
import { forEachLimited } from '../forEachLimited.ts';
import { KeptWhileSlow, Refresh, stationsCache } from './stationStrategies.ts';

/** So many are asked for in the background at once, and in one go. */
const together = 3;
const mostInOneGo = 24;
/** The first visit may wait this long for its worker on account of the stations. */
const installPatienceMs = 8000;

/** Answers the pages, from what is kept where the network takes its time. */
export function cacheStations(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && request.method === 'GET' && url.search === '' && isKeptPath(url.pathname),
    new KeptWhileSlow(),
  );
}

const refresh = new Refresh();

/**
 * Asks again for what the app says matters now, then for what was last used on this device, as far
 * as it has grown old. Ends with the first that does not answer.
 */
export async function keepFresh(event: ExtendableEvent, wanted: readonly string[]): Promise<void> {
  const kept = [...wanted.filter(isKeptPath), ...(await lastUsedTiles())];
  const some = [...new Set(kept)].slice(0, mostInOneGo);
  await forEachLimited(some, together, (path) => refreshOne(event, path));
}

/** Where the operator's stations are: what a first visit without a position is about. */
export async function keepCentre(event: ExtendableEvent): Promise<void> {
  const keep = async () => {
    const answer = await refreshOne(event, paths.config);
    const config: unknown = await answer.json();
    if (!isConfig(config)) return;
    const { lat, lng } = config.map.center;
    const tiles = tilesAround(lat, lng, nearbyZoom).map((tile) =>
      fillPath(paths.stationTile, { ...tile }),
    );
    await forEachLimited(tiles, together, (path) => refreshOne(event, path));
  };
  const patience = new Promise<void>((resolve) => setTimeout(resolve, installPatienceMs));
  try {
    await Promise.race([keep(), patience]);
  } catch {
    // The app itself is installed all the same, and asks for the stations when it is opened.
  }
}

async function refreshOne(event: ExtendableEvent, path: string): Promise<Response> {
  const request = new Request(new URL(path, location.origin));
  const [answer, done] = refresh.handleAll({ event, request });
  const response = await answer;
  await done;
  return response;
}

/** The newest first. */
async function lastUsedTiles(): Promise<string[]> {
  const cache = await caches.open(stationsCache);
  const requests = await cache.keys();
  return requests
    .map(({ url }) => new URL(url).pathname)
    .filter(isTilePath)
    .toReversed();
}
