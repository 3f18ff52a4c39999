import type { PlaceAnswer, PlaceSearchResult } from '../../../contract/geo.ts';
import { paths } from '../../../contract/paths.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import {
  isPlaceAnswer,
  isPlaceSearchResult,
  isStationSearchResult,
} from '../../../contract/rules/shapes/searchShapes.ts';
import type { StationSearchResult, StationSummary } from '../../../contract/stations.ts';
import { api } from '../../api/api.ts';
import { serverTime } from '../../api/serverClock.ts';
import type { Point } from '../../lib/format/geo.ts';
import { readCachedStations } from './cachedStations.ts';
import { matchStations } from './nearby/matchStations.ts';

interface Wanted {
  q: string;
  /** Stations near this point come first. */
  near: Point;
}

interface CachedMatches {
  stations: StationSummary[];
  /** The time of the oldest counts in the result, in ISO 8601. The value is null if the result is empty. */
  at: string | null;
}

/**
 * The position is rounded to about ten metres, so that searches from almost the same point have the
 * same URL and share a cached answer.
 */
const params = ({ q, near: { lat, lng } }: Wanted) =>
  new URLSearchParams({ q, lat: lat.toFixed(4), lng: lng.toFixed(4) }).toString();

/** In seconds. Within this time, a repeated search uses the cached answer. */
const keepUnusedDataFor = 30;

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchStations: build.query<StationSummary[], Wanted>({
      query: (wanted) => ({
        url: `${paths.stationSearch}?${params(wanted)}`,
        expects: isStationSearchResult,
      }),
      transformResponse: ({ stations }: StationSearchResult) => stations,
      keepUnusedDataFor,
    }),

    searchPlaces: build.query<PlaceSearchResult, Wanted>({
      query: (wanted) => ({
        url: `${paths.placeSearch}?${params(wanted)}`,
        expects: isPlaceSearchResult,
      }),
      keepUnusedDataFor,
    }),

    /** Gets the name of a part of the map. The name is null if no known place is near. */
    nameArea: build.query<string | null, Point>({
      query: ({ lat, lng }) => ({
        url: paths.place,
        params: { lat: lat.toFixed(4), lng: lng.toFixed(4) },
        expects: isPlaceAnswer,
      }),
      transformResponse: ({ place }: PlaceAnswer) => place?.name ?? null,
    }),

    /** Searches the cached stations. The app uses this search if the server is slow or cannot be reached. */
    searchCached: build.query<CachedMatches, Wanted>({
      async queryFn({ q, near }) {
        const cached = await readCachedStations();
        const now = serverTime(Date.now());
        const isOpen = (station: StationSummary) => isOpenNow(station, now);
        const stations = matchStations(cached.stations, q, near, isOpen);
        const at = stations.reduce<string | null>(
          (oldest, station) => (oldest === null || station.at < oldest ? station.at : oldest),
          null,
        );
        return { data: { stations, at } };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useSearchStationsQuery,
  useSearchPlacesQuery,
  useSearchCachedQuery,
  useNameAreaQuery,
} = searchApi;
