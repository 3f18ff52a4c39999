import type { WorkerMessage } from '../../../sw/messages.ts';
import { configApi } from '../../api/configApi.ts';
import { watchConnection } from '../../api/connection.ts';
import { ordersApi } from '../../features/orders/ordersApi.ts';
import { selectMapView } from '../../features/stations/mapSlice.ts';
import { nearbyTiles } from '../../features/stations/nearby/nearbyTiles.ts';
import { currentPosition } from '../../features/stations/location/position.ts';
import { stationPath, stationsApi, tilePath } from '../../features/stations/stationsApi.ts';
import type { Point } from '../../lib/format/geo.ts';
import { prefersReducedData } from '../../lib/loading/prefersReducedData.ts';
import type { Store } from '../state/store.ts';

/** The delay in milliseconds before the list is sent, so that the browser sends the requests of the page first. */
const pauseMs = 3000;
/**
 * The maximum number of rounds. The answers of a round may show that smaller or larger tiles are
 * needed. The next round fetches these tiles.
 */
const mostRounds = 5;

/**
 * Returns the paths of the tiles for the station list around a point. Fetches the tiles that the
 * page does not have.
 */
async function listTilesAround(store: Store, point: Point): Promise<string[]> {
  const { getTile } = stationsApi.endpoints;
  for (let round = 0; ; round++) {
    const state = store.getState();
    const tiles = nearbyTiles(point, (tile) => getTile.select(tile)(state).data);
    const missing = tiles.filter((tile) => getTile.select(tile)(state).data === undefined);
    if (missing.length === 0 || round === mostRounds) return tiles.map(tilePath);
    const answers = await Promise.all(
      missing.map((tile) => store.dispatch(getTile.initiate(tile, { subscribe: false }))),
    );
    if (answers.some(({ data }) => data === undefined)) return tiles.map(tilePath);
  }
}

/**
 * Returns the id of the station of the running or unpaid rental; null if there is no such rental.
 */
function rentalStation(store: Store): string | null {
  return ordersApi.endpoints.getCurrentOrder.select()(store.getState()).data?.station.id ?? null;
}

async function pathsToCache(store: Store): Promise<string[]> {
  const points: Point[] = [];
  const paths: string[] = [];
  const rental = rentalStation(store);
  if (rental !== null) {
    paths.push(stationPath(rental));
    const { data } = await store.dispatch(
      stationsApi.endpoints.getStation.initiate(rental, { subscribe: false }),
    );
    if (data !== undefined) points.push(data);
  }
  const position = currentPosition();
  if (position.status === 'known') points.push(position.point);
  const view = selectMapView(store.getState());
  if (view !== null) points.push(view);
  const config = configApi.endpoints.getConfig.select()(store.getState()).data;
  if (config !== undefined) points.push(config.map.center);
  for (const point of points) paths.push(...(await listTilesAround(store, point)));
  return [...new Set(paths)];
}

async function messageWorker(store: Store): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: WorkerMessage = { type: 'KEEP', paths: await pathsToCache(store) };
  active?.postMessage(message, []);
}

/**
 * Sends the service worker the list of stations to cache and to refresh in the background: the
 * stations around the user, the rental, the last map view and the centre of the operator's area.
 * The list is sent at the start, when a rental begins or ends, when the app becomes visible, and
 * when the network is back. It is not sent if the browser is set to save data.
 */
export function prefetchStations(store: Store): void {
  if (!('serviceWorker' in navigator) || prefersReducedData(navigator)) return;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let sending = Promise.resolve();
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null;
      if (document.visibilityState === 'hidden') return;
      const send = () => messageWorker(store);
      // If this message fails, the service worker gets the list with the next message.
      sending = sending.then(send).catch(() => undefined);
    }, pauseMs);
  };

  let rental = rentalStation(store);
  store.subscribe(() => {
    if (rentalStation(store) === rental) return;
    rental = rentalStation(store);
    schedule();
  });
  watchConnection((connection) => {
    if (connection === 'online') schedule();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') schedule();
  });
  schedule();
}
