import { api } from '../../api/api.ts';
import { readCachedStations } from './cachedStations.ts';
import type { CachedStation } from './cachedStations.ts';

/**
 * Gets the summary of a station from the stored tiles, or null. Pages use this summary while the full station is not
 * loaded. The sheet of a station prefers a summary from the list until the request for the station fails.
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
