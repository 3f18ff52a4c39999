import { z } from 'zod';
import { ChosenId } from './venues.ts';

/*
 * `GET /api/ops/restocking`: the stations that are or will be empty or full, from what they usually have at these hours
 * of the week.
 */

const Coordinate = (limit: number) => z.coerce.number().min(-limit).max(limit);

export const RestockingQuery = z
  .object({
    region: ChosenId.optional(),
    venue: ChosenId.optional(),
    /** How far the list looks ahead. */
    hours: z.coerce.number().int().min(1).max(24).default(6),
    /** The visit begins at this time; absent means now. The list looks ahead from then on. */
    from: z.iso.datetime({ offset: true }).optional(),
    /** The position of the person, for the order by distance. */
    lat: Coordinate(90).optional(),
    lng: Coordinate(180).optional(),
    /** By urgency, the stations come first that are empty or full first. */
    sort: z.enum(['urgency', 'distance']).default('urgency'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  })
  .refine(
    ({ lat, lng, sort }) =>
      (lat === undefined) === (lng === undefined) && (sort !== 'distance' || lat !== undefined),
    'the order by distance needs lat and lng',
  );
export type RestockingQuery = z.output<typeof RestockingQuery>;

export const RestockingShown = z.object({
  station: z.string(),
  name: z.string(),
  venue: z.string().nullable(),
  region: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  /** From the position of the query; null without one. */
  metres: z.int().nullable(),
  will: z.enum(['beEmpty', 'beFull']),
  /** When the station is empty or full. It is the time of the call if it is so now. */
  at: z.iso.datetime(),
  /** What the cabinet has now. */
  chargers: z.int(),
  freeSlots: z.int(),
  /** How many chargers to bring, or to take away, so that the station lasts for these hours. One of them is 0. */
  bring: z.int(),
  take: z.int(),
});
export type RestockingShown = z.infer<typeof RestockingShown>;

export const RestockingList = z.object({
  stations: z.array(RestockingShown),
  /** The chargers to bring and to take for all stations of the list. */
  bring: z.int(),
  take: z.int(),
});
export type RestockingList = z.infer<typeof RestockingList>;
