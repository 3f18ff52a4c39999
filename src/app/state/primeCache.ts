import { isConfig } from '../../../contract/rules/shapes/configShape.ts';
import { isStation, isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { Station } from '../../../contract/stations.ts';
import { configApi } from '../../api/configApi.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { readPageData, type StartData } from '../../lib/page/startData.ts';
import { readLastVisit } from '../start/lastVisitData.ts';
import type { Store } from './store.ts';

/** Fills the cache in two tasks, because the very first dispatch also initializes the store. */
async function fill(store: Store, { config, tiles, station }: StartData): Promise<void> {
  store.dispatch(
    configApi.util.upsertQueryEntries([
      { endpointName: 'getConfig', arg: undefined, value: config },
    ]),
  );
  await nextTask();
  store.dispatch(
    stationsApi.util.upsertQueryEntries([
      ...tiles.map(({ z, x, y, ...rest }) => ({
        endpointName: 'getTile' as const,
        arg: { z, x, y },
        value: { z, x, y, ...rest },
      })),
      ...stationEntries(station),
    ]),
  );
}

function stationEntries(station: Station | null) {
  return station === null
    ? []
    : [{ endpointName: 'getStation' as const, arg: station.id, value: station }];
}

/**
 * Fills the query cache with the fresh data that the page contains. If the page contains no data,
 * shows the saved data of the last visit at once and requests the data again.
 */
export async function primeCache(store: Store): Promise<void> {
  const page = readPageData();
  if (page !== null) {
    await fill(store, page);
    return;
  }
  const last = readLastVisit();
  // Saved data may be incomplete, changed, or from another version of the app, and could break the
  // screen.
  if (last === null || !isConfig(last.config) || !last.tiles.every(isStationTile)) return;
  if (last.station !== null && !isStation(last.station)) return;
  await fill(store, last);
  const again = { subscribe: false, forceRefetch: true };
  void store.dispatch(configApi.endpoints.getConfig.initiate(undefined, again));
  for (const { z, x, y } of last.tiles) {
    void store.dispatch(stationsApi.endpoints.getTile.initiate({ z, x, y }, again));
  }
  if (last.station !== null) {
    void store.dispatch(stationsApi.endpoints.getStation.initiate(last.station.id, again));
  }
}
