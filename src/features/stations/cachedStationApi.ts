import { api } from '../../api/api.ts';
import { readCachedStations } from './cachedStations.ts';
import type { CachedStation } from './cachedStations.ts';

/**
 * The summary of a station from the stored tiles, or null. It is needed for a station that was
 * never opened.
 */
const cachedStationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCachedStation: build.query<CachedStation | null, string>({
      queryFn: async (id) => {
        const { stations } = await readCachedStations();
        return { data: stations.find((station) => station.id === id) ?? null };
      },
      // The answer is not cached, because the device may have stored a newer tile before the next
      // use.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetCachedStationQuery } = cachedStationApi;
