import { sql } from 'kysely';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { lockStation } from '../../stations/liveState.ts';

/**
 * Locks the stations whose slots contain these chargers, in a fixed order. Returns the ids of the
 * stations. Call this function before you lock the chargers, because the transactions of cabinet
 * events also lock stations before chargers.
 */
export async function lockStationsOf(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<string[]> {
  const rows = await work.trx
    .selectFrom('slots')
    .select('station_id')
    .distinct()
    .where('charger', '=', sql<string>`any(${[...serials]}::text[])`)
    .orderBy('station_id')
    .execute();
  for (const { station_id } of rows) await lockStation(work, station_id);
  return rows.map(({ station_id }) => station_id);
}
