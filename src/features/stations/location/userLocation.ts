import type { IpLocation } from '../../../../contract/geo.ts';
import { paths } from '../../../../contract/paths.ts';
import { tilesAround } from '../../../../contract/rules/places/tiles.ts';
import { api } from '../../../api/api.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { usePosition, usePositionPermission } from './position.ts';
import { stationsApi } from '../stationsApi.ts';

/** A place in which the user may be. It is exact enough to find stations, but too inexact to show distances. */
export interface City {
  point: Point;
  name: string | null;
  /** The middle of the user's country, if only the country is known. `point` is then the nearest station or cluster. */
  country: Point | null;
}

/**
 * The four tiles of this zoom around a point cover at least 20 km in each direction, up to a
 * latitude of 59 degrees.
 */
const cityZooms = [9];
const cityMetres = 20_000;
/**
 * The first zoom covers a large country. Its tiles contain clusters, whose positions are not exact, so the next zooms
 * look around the nearest cluster.
 */
const countryZooms = [2, 5, 8];
const countryMetres = 2_500_000;
/** In seconds. This is longer than a visit, so the app keeps the answer for the whole visit. */
const visitSeconds = 24 * 3600;

const geoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getIpLocation: build.query<IpLocation, void>({
      query: () => paths.ipLocation,
      keepUnusedDataFor: visitSeconds,
    }),
  }),
});

const whereaboutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Gets the city or the country that belongs to the device's network address. The result is null if the server does
     * not know the city or country, or if no station is near the middle of the city or country. Without a result, only
     * the browser can give a position.
     */
    getCity: build.query<City | null, void>({
      keepUnusedDataFor: visitSeconds,
      async queryFn(_, { dispatch }) {
        const once = { subscribe: false };
        const { data: found } = await dispatch(
          geoApi.endpoints.getIpLocation.initiate(undefined, once),
        );
        if (found?.status !== 'found') return { data: null };
        const { lat, lng, city: name, precision } = found;
        const isCity = precision === 'city';
        const middle = { lat, lng };
        let point: Point = middle;
        for (const zoom of isCity ? cityZooms : countryZooms) {
          const tiles = await Promise.all(
            tilesAround(point.lat, point.lng, zoom).map((tile) =>
              dispatch(stationsApi.endpoints.getTile.initiate(tile, once)),
            ),
          );
          const metresTo = (place: Point) => distanceMetres(point, place);
          const [nearest] = tiles
            .flatMap(({ data }) => [...(data?.stations ?? []), ...(data?.clusters ?? [])])
            .filter((place) => metresTo(place) < (isCity ? cityMetres : countryMetres))
            .toSorted((a, b) => metresTo(a) - metresTo(b));
          if (!nearest) return { data: null };
          if (!isCity) point = nearest;
        }
        return { data: { point, name, country: isCity ? null : middle } };
      },
    }),
  }),
});

export interface UserLocation<Center extends Point | null> {
  /** The point around which stations are searched. The point is null only if there is no center either. */
  from: Point | Center;
  /** The position of the device; null if it is unknown, even if the city is known. */
  known: Point | null;
  /** The city around which stations are searched, if only the network address is known. */
  city: City | null;
}

/**
 * Returns the point around which stations are searched. The first known point counts: the browser's
 * position, then the city or the country of the network address, then the center. The city is
 * requested once per visit, and only if the browser cannot give the position without a prompt.
 */
export function useUserLocation<Center extends Point | null>(center: Center): UserLocation<Center> {
  const position = usePosition();
  const permission = usePositionPermission();
  const known = position.status === 'known' ? position.point : null;
  const canTell = permission === 'granted' && position.status !== 'unavailable';
  const { data: found = null } = whereaboutsApi.useGetCityQuery(undefined, {
    skip: permission === null || canTell,
  });
  const country = found?.country;
  // A found station may be up to `countryMetres` from the middle of the country. If the operator's center is within the
  // same distance, use the center instead of the found station.
  const isCenterBetter = center && country && distanceMetres(center, country) < countryMetres;
  const city = isCenterBetter ? null : found;
  if (known !== null) return { from: known, known, city: null };
  return { from: city?.point ?? center, known, city };
}
