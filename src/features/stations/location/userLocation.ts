import type { IpLocation } from '../../../../contract/geo.ts';
import { paths } from '../../../../contract/paths.ts';
import { tilesAround } from '../../../../contract/rules/places/tiles.ts';
import { api } from '../../../api/api.ts';
import { distanceMetres } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { usePosition, usePositionPermission } from './position.ts';
import { stationsApi } from '../stationsApi.ts';

/** A city in which the user may be. It is exact enough to find stations, but not for distances. */
export interface City {
  point: Point;
  name: string | null;
}

/** The four tiles of this zoom around a point cover 20 km in each direction, for each city of the world. */
const aroundZoom = 9;
const farthestMetres = 20_000;
/** The answer is cached for the whole visit. */
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
     * Gets the city of the device's network address if the city has stations. In all other cases, the city is
     * null, and only the browser can give a position.
     */
    getCity: build.query<City | null, void>({
      keepUnusedDataFor: visitSeconds,
      async queryFn(_, { dispatch }) {
        const once = { subscribe: false };
        const { data: found } = await dispatch(
          geoApi.endpoints.getIpLocation.initiate(undefined, once),
        );
        if (found?.status !== 'found' || found.precision !== 'city') return { data: null };
        const { lat, lng, city } = found;
        const tiles = await Promise.all(
          tilesAround(lat, lng, aroundZoom).map((tile) =>
            dispatch(stationsApi.endpoints.getTile.initiate(tile, once)),
          ),
        );
        const isServed = tiles
          .flatMap(({ data }) => [...(data?.stations ?? []), ...(data?.clusters ?? [])])
          .some((near) => distanceMetres({ lat, lng }, near) < farthestMetres);
        return { data: isServed ? { point: { lat, lng }, name: city } : null };
      },
    }),
  }),
});

export interface UserLocation<Center extends Point | null> {
  /** The point around which stations are searched. The point is null only if there is no center either. */
  from: Point | Center;
  /** The position of the device; null if the app has only the city, or nothing. */
  known: Point | null;
  /** The city around which stations are searched, if only the network address is known. */
  city: City | null;
}

/**
 * Returns the point around which stations are searched: the browser's position, the city of the network
 * address, or the center. The city is requested once per visit, and only if the browser cannot give the
 * position without a prompt.
 */
export function useUserLocation<Center extends Point | null>(center: Center): UserLocation<Center> {
  const position = usePosition();
  const permission = usePositionPermission();
  const known = position.status === 'known' ? position.point : null;
  const canTell = permission === 'granted' && position.status !== 'unavailable';
  const { data: city = null } = whereaboutsApi.useGetCityQuery(undefined, {
    skip: permission === null || canTell,
  });
  if (known !== null) return { from: known, known, city: null };
  return { from: city?.point ?? center, known, city };
}
