import { z } from 'zod';
import { ChosenId } from './venues.ts';

/*
 * `GET /api/ops/restocking`: the stations that are empty or full, or will become empty or full
 * within the given hours. The forecast uses the usual counts of each station at these hours of the
 * week.
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
    /** With `urgency`, the station that is empty or full the soonest comes first. */
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
  /** The distance from the position in the query; null if the query has no position. */
  metres: z.int().nullable(),
  will: z.enum(['beEmpty', 'beFull']),
  /** When the station will be empty or full. If it already is, this is the time of the call. */
  at: z.iso.datetime(),
  /** The chargers and the free slots of the cabinet now. */
  chargers: z.int(),
  freeSlots: z.int(),
  /**
   * How many chargers the team should bring, so that the station is not empty during these hours. `take` is the number
   * to take away, so that the station is not full. At least one of the numbers is 0.
   */
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
