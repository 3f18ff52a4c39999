import type { StationState } from '../../../contract/operators/stations.ts';
import { removeStationWords } from '../../db/stationWordIndex.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import type { StationRow } from './liveState.ts';
import { lockMasterData } from './saveStations.ts';

/**
 * Reads and locks a station for a change by an operator. An import at the same time waits, because it may change the
 * words of the search.
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
