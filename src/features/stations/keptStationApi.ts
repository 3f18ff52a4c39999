import { api } from '../../api/api.ts';
import { readKeptStations } from './keptStations.ts';
import type { KeptStation } from './keptStations.ts';

/** For a station that was never opened: what the kept tiles know of it, or null. */
const keptStationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getKeptStation: build.query<KeptStation | null, string>({
      queryFn: async (id) => {
        const { stations } = await readKeptStations();
        return { data: stations.find((station) => station.id === id) ?? null };
      },
      // Read again the next time: meanwhile there may be a newer tile.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetKeptStationQuery } = keptStationApi;
