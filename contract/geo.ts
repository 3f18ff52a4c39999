import { z } from 'zod';

const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

/**
 * `GET /api/geo/ip`: where the caller's network address is said to be. The address is looked up in an
 * embedded database and neither kept nor passed on.
 */
export const IpLocation = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('found'),
    lat: Latitude,
    lng: Longitude,
    /** Of a country only its middle is known: too coarse to look for stations around it. */
    precision: z.enum(['city', 'country']),
    /** ISO 3166. */
    country: z.string().nullable(),
    city: z.string().nullable(),
  }),
  /** The specification's own words for an address that is in no database. */
  z.object({ status: z.literal('Not found') }),
]);
export type IpLocation = z.infer<typeof IpLocation>;

/** `GET /api/geo/place?lat=&lng=`: what the place there is called. */
export const PlaceQuery = z.object({
  lat: z.coerce.number().pipe(Latitude),
  lng: z.coerce.number().pipe(Longitude),
});

export const Place = z.object({ name: z.string(), lat: Latitude, lng: Longitude });
export type Place = z.infer<typeof Place>;

/** `place` is null where nothing known is near. */
export const PlaceAnswer = z.object({ place: Place.nullable() });
export type PlaceAnswer = z.infer<typeof PlaceAnswer>;

/** `GET /api/geo/search?q=&lat=&lng=`: places of that name, the likeliest first, at most 5. */
export const PlaceSearchQuery = z.object({
  q: z.string().trim().min(1).max(100),
  lat: z.coerce.number().pipe(Latitude).optional(),
  lng: z.coerce.number().pipe(Longitude).optional(),
});
export const PlaceSearchResult = z.object({
  places: z.array(Place),
  /** Whose data they are; absent where only stations are known, so that no place is found by its name. */
  attribution: z.string().optional(),
});
export type PlaceSearchResult = z.infer<typeof PlaceSearchResult>;
