import { z } from 'zod';

const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

/**
 * `GET /api/geo/ip`: the approximate position of the caller's network address. The server looks up
 * the address in an embedded database. It does not store the address or pass it on.
 */
export const IpLocation = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('found'),
    lat: Latitude,
    lng: Longitude,
    /**
     * With `country`, the position is the centre of the country. It is too imprecise for a search for stations nearby.
     */
    precision: z.enum(['city', 'country']),
    /** The country code (ISO 3166); null if it is unknown. */
    country: z.string().nullable(),
    city: z.string().nullable(),
  }),
  /**
   * The status if the database has no position for the address, or cannot be read. The product's specification
   * prescribes the text `Not found`.
   */
  z.object({ status: z.literal('Not found') }),
]);
export type IpLocation = z.infer<typeof IpLocation>;

/** `GET /api/geo/place?lat=&lng=`: the name of the place at a position. */
export const PlaceQuery = z.object({
  lat: z.coerce.number().pipe(Latitude),
  lng: z.coerce.number().pipe(Longitude),
});

export const Place = z.object({ name: z.string(), lat: Latitude, lng: Longitude });
export type Place = z.infer<typeof Place>;

/**
 * The place that the geocoder names; if it names none, the nearest station. `place` is null if no station is within a
 * kilometre either.
 */
export const PlaceAnswer = z.object({ place: Place.nullable() });
export type PlaceAnswer = z.infer<typeof PlaceAnswer>;

/** `GET /api/geo/search?q=&lat=&lng=`: places with this name, at most 5. The best match comes first. */
export const PlaceSearchQuery = z.object({
  q: z.string().trim().min(1).max(100),
  lat: z.coerce.number().pipe(Latitude).optional(),
  lng: z.coerce.number().pipe(Longitude).optional(),
});
export const PlaceSearchResult = z.object({
  places: z.array(Place),
  /** The source of the data. Absent if the server has no geocoder; then `places` is empty. */
  attribution: z.string().optional(),
});
export type PlaceSearchResult = z.infer<typeof PlaceSearchResult>;
