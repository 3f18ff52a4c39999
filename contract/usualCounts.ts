import { z } from 'zod';

/** What a station usually has at the start of an hour. */
export const UsualHour = z.object({
  /** The start of the hour. */
  at: z.iso.datetime(),
  chargers: z.int().nonnegative(),
  freeSlots: z.int().nonnegative(),
});
export type UsualHour = z.infer<typeof UsualHour>;

/**
 * `GET /api/stations/{id}/usual`: the usual counts of the next hours. An hour is left out if the server has
 * too few samples of this hour of the week.
 */
export const UsualCounts = z.object({ hours: z.array(UsualHour) });
export type UsualCounts = z.infer<typeof UsualCounts>;
