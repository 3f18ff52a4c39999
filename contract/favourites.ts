import { z } from 'zod';
import { StationSummary } from './stations.ts';

/** The highest number of favourites of a rider. */
export const mostFavourites = 50;

/** `GET /api/me/stations`: the rider's favourites, and the rider's usual station. */
export const MyStations = z.object({
  /** The stations that the rider saved, the most recently saved station first. */
  favourites: z.array(StationSummary),
  /** The station with the most of the rider's rentals in the last eight weeks; null if there is none. */
  usual: StationSummary.nullable(),
});
export type MyStations = z.infer<typeof MyStations>;
