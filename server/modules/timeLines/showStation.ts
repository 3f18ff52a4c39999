import type { OpsStationShown, TimeLineQuery } from '../../../contract/operators/timeLines.ts';
import type { Db } from '../../db/database.ts';
import { cabinetHealth, slotsOfStations } from '../cabinets/timeLineQueries.ts';
import { readStationData } from '../network/changeStation.ts';
import { mergePage } from './pages.ts';
import { commonSources, stationSources } from './sources.ts';

/**
 * A station with its data, cabinet and slots, and its time line, the newest entry first.
 *
 * @throws {OpsError} stationNotFound. {ProblemError} invalidInput for a cursor that cannot be read.
 */
export async function showStation(
  db: Db,
  typed: string,
  query: TimeLineQuery,
  now: Date,
): Promise<OpsStationShown> {
  const station = await readStationData(db, typed);
  const { id } = station;
  const [health, slots, page] = await Promise.all([
    db
      .selectFrom(cabinetHealth(db).as('health'))
      .selectAll()
      .where('station_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom(slotsOfStations(db).as('slot'))
      .select(['slot', 'state', 'charger', 'level'])
      .where('station_id', '=', id)
      .orderBy('slot')
      .execute(),
    mergePage([...commonSources(db, { station: id }), ...stationSources(db, id, now)], query, now),
  ]);
  return {
    ...station,
    cabinet: health
      ? {
          firmware: health.firmware,
          model: health.model,
          signal: health.signal,
          temperature: health.temperature,
          onMains: health.on_mains,
          boots: health.boots.map((at) => new Date(at).toISOString()),
        }
      : null,
    slotList: slots,
    ...page,
  };
}
