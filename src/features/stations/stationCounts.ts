import type { StationSummary } from '../../../contract/stations.ts';

/** The values of a station that change from minute to minute. */
export type StationCounts = Pick<
  StationSummary,
  'id' | 'chargers' | 'freeSlots' | 'slots' | 'online' | 'paused'
>;

/** Reads the counts from an event of the server. Returns null if the event contains no counts. */
export function readCounts(data: unknown): StationCounts | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('id' in data && 'chargers' in data && 'freeSlots' in data)) return null;
  if (!('slots' in data && 'online' in data)) return null;
  const { id, chargers, freeSlots, slots, online } = data;
  if (typeof id !== 'string' || typeof online !== 'boolean') return null;
  if (typeof chargers !== 'number' || typeof freeSlots !== 'number') return null;
  if (typeof slots !== 'number') return null;
  const paused = 'paused' in data && data.paused === true;
  return { id, chargers, freeSlots, slots, online, paused };
}
