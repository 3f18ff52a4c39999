import { z } from 'zod';
import { StationSummary } from './stations.ts';

/** The highest number of favourites of a rider. */
export const mostFavourites = 50;

/** `GET /api/me/stations`: the rider's favourites, and the rider's usual station. */
export const MyStations = z.object({
  /** The stations that the rider saved, the most recently saved station first. */
  favourites: z.array(StationSummary),
  /**
   * The station at which the largest number of the rider's rentals began or ended, among the
   * rentals of the last eight weeks. Null if no station has at least two of these rentals.
   */
  usual: StationSummary.nullable(),
});
export type MyStations = z.infer<typeof MyStations>;
