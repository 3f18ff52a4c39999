import { api } from '../../api/api.ts';
import { readCachedStations } from './cachedStations.ts';
import type { CachedStation } from './cachedStations.ts';

/** For a station that was never opened: its summary from the stored tiles, or null. */
const cachedStationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCachedStation: build.query<CachedStation | null, string>({
      queryFn: async (id) => {
        const { stations } = await readCachedStations();
        return { data: stations.find((station) => station.id === id) ?? null };
      },
      // Not cached, because a newer tile may be stored by the next time.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetCachedStationQuery } = cachedStationApi;
