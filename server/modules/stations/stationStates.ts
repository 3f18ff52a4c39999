import { sql } from 'kysely';
import type { StationState } from '../../../contract/operators/stations.ts';
import type { Db } from '../../db/database.ts';
import { removeStationWords } from '../../db/stationWordIndex.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { StationRow } from './liveState.ts';
import { lockMasterData } from './saveStations.ts';

/**
 * Reads and locks a station for a change by an operator. Parallel imports wait, because they may change the words of
 * the search.
 */
export async function lockForOperator(
  work: UnitOfWork,
  stationId: string,
): Promise<StationRow | null> {
  await lockMasterData(work.trx);
  const station = await work.trx
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', stationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return station ?? null;
}

/** Reads a station without a lock; null for an unknown id. */
export async function readForOperator(db: Db, stationId: string): Promise<StationRow | null> {
  const row = await db
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', stationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the state of a locked station. A retired station leaves the search. */
export async function setStationState(
  work: UnitOfWork,
  station: StationRow,
  state: StationState,
): Promise<void> {
  await work.trx
    .updateTable('stations')
    .set({ state, changed_at: work.now })
    .where('id', '=', station.id)
    .execute();
  if (state === 'retired') await removeStationWords(work.trx, [station]);
  work.stationChanged(station.id);
}

/** Puts stations into a venue, or removes them from their venues if `venueId` is null. */
export async function setVenue(
  work: UnitOfWork,
  stationIds: readonly string[],
  venueId: string | null,
): Promise<void> {
  await lockMasterData(work.trx);
  await sql`
    with changing as (
      select id from stations
      where id = any(${[...stationIds]}::text[]) and venue_id is distinct from ${venueId}::text
      order by id for no key update)
    update stations set venue_id = ${venueId}, changed_at = ${work.now}::timestamptz,
      version = version + 1,
      field_versions = field_versions || jsonb_build_object('venue', version + 1)
    from changing where stations.id = changing.id`.execute(work.trx);
}
