import type { Dependencies } from '../../dependencies.ts';
import { commonestTimeZone } from '../stations/stationPages.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { cacheValue } from './cachedValue.ts';
import { stationFiles, type StationFiles } from './stationFiles.ts';
import {
  gbfsVersion,
  presentDiscovery,
  presentPlans,
  presentSystem,
  presentVehicleTypes,
  presentVersions,
  type FeedName,
} from './systemFiles.ts';

export type StationFileName = keyof StationFiles;
type SystemFileName = Exclude<FeedName, StationFileName>;

/** The server caches each file in `system` for this time. */
const keepMs = 60_000;
const ttlSeconds = 300;

export interface Feed {
  stations: () => Promise<StationFiles>;
  system: Record<SystemFileName, () => Promise<string>>;
}

/** The public feed of stations, with all its files. */
export function createFeed(deps: Pick<Dependencies, 'db' | 'clock' | 'settings'>): Feed {
  const { db, clock, settings } = deps;
  const file = (read: () => Promise<object>) => {
    let former = { data: '', text: '' };
    return cacheValue(
      clock,
      () => keepMs,
      async () => {
        const data = JSON.stringify(await read());
        if (data !== former.data) {
          const lastUpdated = clock.now().toISOString();
          const head = { last_updated: lastUpdated, ttl: ttlSeconds, version: gbfsVersion };
          former = { data, text: `${JSON.stringify(head).slice(0, -1)},"data":${data}}` };
        }
        return former.text;
      },
    );
  };
  return {
    stations: stationFiles(deps),
    system: {
      gbfs: file(async () => presentDiscovery(settings)),
      gbfs_versions: file(async () => presentVersions(settings)),
      system_information: file(async () =>
        presentSystem(settings, (await commonestTimeZone(db)) ?? 'Etc/UTC'),
      ),
      vehicle_types: file(async () => presentVehicleTypes(await allTariffs(db))),
      system_pricing_plans: file(async () => presentPlans(await allTariffs(db))),
      // The list of alerts is always empty. The file exists because map apps request it.
      system_alerts: file(async () => ({ alerts: [] })),
    },
  };
}
