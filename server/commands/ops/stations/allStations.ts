import {
  OpsStationList,
  type OpsStation,
  type StationState,
} from '../../../../contract/operators/stations.ts';
import { callServer, type OpsContext } from '../opsClient.ts';

interface StationFilter {
  state?: StationState | undefined;
  venue?: string | undefined;
  region?: string | undefined;
}

/** Reads all pages of the list of stations that match the filter. */
export async function allStations(
  context: OpsContext,
  { as, ...filter }: StationFilter & { as?: string | undefined },
): Promise<OpsStation[]> {
  const found: OpsStation[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ after, limit: '500' });
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
    const page: OpsStationList = await callServer(
      context,
      OpsStationList,
      `/api/ops/stations?${query.toString()}`,
      { as },
    );
    found.push(...page.stations);
    after = page.nextAfter;
  }
  return found;
}
