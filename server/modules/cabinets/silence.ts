import type { Dependencies } from '../../dependencies.ts';
import { addMs } from '../../unitOfWork.ts';
import { setSilent } from '../stations/liveState.ts';

/** A station is offline after this time without contact, which is three missed heartbeats. */
export const silenceMs = 90_000;

/** Whether the last contact with a station is recent enough to begin a paid rental there. */
export function isOnline(
  station: { online: boolean; last_seen_at: Date | null },
  now: Date,
): boolean {
  const seen = station.last_seen_at;
  return station.online && seen !== null && now.getTime() - seen.getTime() < silenceMs;
}

/** Marks the stations without recent contact as offline. */
export async function noticeSilence({
  db,
  clock,
  changes,
}: Pick<Dependencies, 'db' | 'clock' | 'changes'>): Promise<void> {
  const now = clock.now();
  const silent = await setSilent(db, addMs(now, -silenceMs), now);
  for (const id of silent) changes.emit('station', id);
}
