import { z } from 'zod';
import { StationId } from './stations.ts';

/** How long a watch lasts. */
export const watchMinutes = 60;

/** What a rider waits for at a station that has none of it. */
const watchedThings = ['charger', 'freeSlot'] as const;
export const WatchedThing = z.enum(watchedThings);
export type WatchedThing = z.infer<typeof WatchedThing>;

/** `POST /api/watches`: create a watch. Guests may; the id alone gives access to it. */
export const NewWatch = z.strictObject({ stationId: StationId, wants: WatchedThing });

/**
 * `GET` and `DELETE /api/watches/{id}`. A watch ends when the station has what the rider waits for,
 * or after an hour; it can still be read for a while afterwards.
 */
export const Watch = z.object({
  /** 128 random bits. */
  id: z.string(),
  stationId: StationId,
  wants: WatchedThing,
  /** ISO 8601: when it expires. */
  expiresAt: z.iso.datetime(),
  /** When the station had what the rider waits for; null until then. */
  availableAt: z.iso.datetime().nullable(),
});
export type Watch = z.infer<typeof Watch>;
