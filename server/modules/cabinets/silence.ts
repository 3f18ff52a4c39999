import type { Dependencies } from '../../dependencies.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { setSilent } from '../stations/liveState.ts';

/** A station is offline after this time without contact. The time is three times the usual interval of heartbeats. */
export const silenceMs = 90_000;

/**
 * Whether a station is online, and its last contact is recent. The stored `online` alone is not enough, because
 * `noticeSilence` corrects it only from time to time.
 */
export function isOnline(
  station: { online: boolean; last_seen_at: Date | null },
  now: Date,
): boolean {
  const seen = station.last_seen_at;
  return station.online && seen !== null && now.getTime() - seen.getTime() < silenceMs;
}

/** Marks the stations without recent contact as offline. */
export function noticeSilence(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>,
): Promise<void> {
  return transact(deps, async (work) => {
    const silent = await setSilent(work, addMs(work.now, -silenceMs));
    for (const id of silent) work.stationChanged(id);
  });
}
