import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { watchFired } from './watchFired.ts';

/**
 * Answers the watches of some stations, or of all, that wait for what is there now. Each is answered once,
 * whichever process comes first: a second one finds it answered when it gets the row.
 */
export async function answerWatches(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes'>,
  stationIds?: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  let query = deps.db
    .updateTable('watches')
    .from('stations')
    .set({ available_at: now })
    .whereRef('stations.id', '=', 'watches.station_id')
    .where('watches.available_at', 'is', null)
    .where('watches.expires_at', '>', now)
    .where('stations.online', '=', true)
    .where(({ or, and, eb }) =>
      or([
        and([eb('watches.wants', '=', 'charger'), eb('stations.chargers', '>', 0)]),
        and([eb('watches.wants', '=', 'freeSlot'), eb('stations.free_slots', '>', 0)]),
      ]),
    );
  if (stationIds !== undefined) {
    query = query.where(sql<boolean>`watches.station_id = any(${stationIds}::text[])`);
  }
  const answered = await query.returning('watches.id_hash').execute();
  for (const { id_hash } of answered) watchFired(deps, id_hash);
}
