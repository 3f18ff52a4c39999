import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { stationStocks } from '../stations/stationQueries.ts';
import { hourMs, hourOfWeek } from '../usualCounts/hourOfWeek.ts';
import { usualCountsAt } from '../usualCounts/readUsualCounts.ts';

/**
 * The live stations that have chargers now, and will have none within these hours according to the forecast of
 * `needOf`.
 */
export async function stationsRunningLow(
  db: Db | Trx,
  now: Date,
  hours: number,
): Promise<{ id: string; online: boolean }[]> {
  const zones = await db
    .selectFrom(stationStocks(db).as('station'))
    .select('time_zone')
    .distinct()
    .execute();
  const start = Math.floor(now.getTime() / hourMs);
  const pairs = zones.flatMap(({ time_zone: zone }) =>
    Array.from({ length: hours }, (_, index) => ({
      zone,
      present: hourOfWeek(now, zone),
      later: hourOfWeek(new Date((start + index + 1) * hourMs), zone),
    })),
  );
  if (pairs.length === 0) return [];
  const wanted = [...new Set(pairs.flatMap(({ present, later }) => [present, later]))];
  const { rows } = await sql<{ id: string; online: boolean }>`
    select distinct station.id, station.online
    from ${stationStocks(db)} as station
      join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as "time" (zone text, present smallint, later smallint)
        on "time".zone = station.time_zone
      join ${usualCountsAt(db, wanted)} as present on present.station_id = station.id and present.hour = "time".present
      join ${usualCountsAt(db, wanted)} as later on later.station_id = station.id and later.hour = "time".later
    where station.chargers >= 1 and station.chargers + later.chargers - present.chargers < 1`.execute(
    db,
  );
  return rows;
}
