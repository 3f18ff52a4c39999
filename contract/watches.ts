import { z } from 'zod';
import { StationId } from './stations.ts';

/** How long a watch lasts. */
export const watchMinutes = 60;

/** What a person waits for at a station that has none of it. */
const watchedThings = ['charger', 'freeSlot'] as const;
export const WatchedThing = z.enum(watchedThings);
export type WatchedThing = z.infer<typeof WatchedThing>;

/** `POST /api/watches`: tell me when it is here. Guests may; the id alone gives access to it. */
export const NewWatch = z.strictObject({ stationId: StationId, wants: WatchedThing });

/**
 * `GET` and `DELETE /api/watches/{id}`. A watch ends when what it waits for is there, or after an hour;
 * for a while after it can still be read.
 */
export const Watch = z.object({
  /** 128 random bits. */
  id: z.string(),
  stationId: StationId,
  wants: WatchedThing,
  /** ISO 8601: when it ends unanswered. */
  expiresAt: z.iso.datetime(),
  /** When what it waits for was there; null while it is not. */
  availableAt: z.iso.datetime().nullable(),
});
export type Watch = z.infer<typeof Watch>;
