import type { IpLocation } from '../../../../contract/geo.ts';
import { paths } from '../../../../contract/paths.ts';
import { tilesAround } from '../../../../contract/rules/places/tiles.ts';
import { api } from '../../../api/api.ts';
import { distanceMetres } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { usePosition, usePositionPermission } from './position.ts';
import { stationsApi } from '../stationsApi.ts';

/** A city that the person may be in: good to look around, too coarse to say how far anything is. */
export interface City {
  point: Point;
  name: string | null;
}

/** Four tiles of this zoom hold whatever is within 20 km of a point, at the latitude of any city. */
const aroundZoom = 9;
const farthestMetres = 20_000;
/** One answer serves the whole visit. */
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
     * The city of the caller's network address, where stations of ours are; null for everything else:
     * then only the browser can know.
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
  /** Where to look for stations; null only where the center is not known either. */
  from: Point | Center;
  /** Where the person is; null where at most the city is known. */
  known: Point | null;
  /** The city that is looked around, where only the network address told. */
  city: City | null;
}

/**
 * Where to look for stations: around the person where the browser says, else around the city of their
 * network address, which is asked for once a visit and only where the browser would have to prompt.
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
