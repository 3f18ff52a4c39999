import { z } from 'zod';
import { StationId } from './stations.ts';

/** The length of a watch in minutes. */
export const watchMinutes = 60;

/** What a watch waits for at a station: a charger or a free slot. */
const watchedThings = ['charger', 'freeSlot'] as const;
export const WatchedThing = z.enum(watchedThings);
export type WatchedThing = z.infer<typeof WatchedThing>;

/**
 * `POST /api/watches` creates a watch. Guests may also create watches. Everybody who has the id can read and end the
 * watch.
 */
export const NewWatch = z.strictObject({ stationId: StationId, wants: WatchedThing });

/**
 * `GET` and `DELETE /api/watches/{id}`. A watch ends after an hour, or earlier if the station has the charger or free
 * slot that the rider waits for. The app can still read the watch for some time after its end.
 */
export const Watch = z.object({
  /** The id has 128 random bits. */
  id: z.string(),
  stationId: StationId,
  wants: WatchedThing,
  /** When the watch expires (ISO 8601). */
  expiresAt: z.iso.datetime(),
  /** When the station got the charger or free slot that the rider waits for; null until then. */
  availableAt: z.iso.datetime().nullable(),
});
export type Watch = z.infer<typeof Watch>;
