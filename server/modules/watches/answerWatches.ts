import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { notifyAll } from '../notifications/notify.ts';
import { stationCounts } from '../stations/stationQueries.ts';
import { watchChanged } from './watchChanged.ts';

/**
 * Answers the open watches whose station has the charger or free slot that the rider waits for.
 * Checks the given stations, or all stations if none are given. Answers each watch only once: a second process waits
 * for the row lock, and then sees that the watch is answered. Notifies signed-in riders. Sends no
 * notification for the watch `asking`, because the answer to the request that created this watch
 * contains the result.
 */
export async function answerWatches(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>,
  stationIds?: readonly string[],
  asking?: string,
): Promise<void> {
  const answered = await transact(deps, (work) => answer(work, stationIds, asking));
  for (const idHash of answered) watchChanged(deps, idHash);
}

/** @returns the hashes of the ids of the answered watches. */
async function answer(
  work: UnitOfWork,
  stationIds: readonly string[] | undefined,
  asking: string | undefined,
): Promise<string[]> {
  const { trx, now } = work;
  let query = trx
    .updateTable('watches')
    .from(stationCounts(trx, now).as('station'))
    .set({ available_at: now })
    .whereRef('station.id', '=', 'watches.station_id')
    .where('watches.available_at', 'is', null)
    .where('watches.expires_at', '>', now)
    .where('station.online', '=', true)
    .where(({ or, and, eb }) =>
      or([
        and([eb('watches.wants', '=', 'charger'), eb('station.chargers', '>', 0)]),
        and([eb('watches.wants', '=', 'freeSlot'), eb('station.free_slots', '>', 0)]),
      ]),
    );
  if (stationIds !== undefined) {
    query = query.where(sql<boolean>`watches.station_id = any(${stationIds}::text[])`);
  }
  const answered = await query
    .returning(['watches.id_hash', 'watches.user_id', 'watches.station_id', 'watches.wants'])
    .execute();
  await notifyAll(
    work,
    answered.flatMap(({ id_hash, user_id, station_id, wants }) =>
      user_id === null || id_hash === asking
        ? []
        : {
            userId: user_id,
            kind: 'available',
            key: id_hash,
            stationId: station_id,
            details: { wants },
          },
    ),
  );
  return answered.map(({ id_hash }) => id_hash);
}
