import { sql } from 'kysely';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { UsualCounts } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { hourMs, hourOfWeek } from './hourOfWeek.ts';

/** The number of hours in the answer. */
const nextHours = 12;
/** Averages with fewer samples are not shown, because one or two weeks are not typical. */
const fewestSamples = 3;

/**
 * The usual counts of a station in the next hours. Hours with too few samples are left out.
 *
 * @throws {ProblemError} `stationNotFound`.
 */
export async function readUsualCounts(db: Db, typedId: string, now: Date): Promise<UsualCounts> {
  const id = parseStationId(typedId);
  const station = id && (await stationNames(db).where('id', '=', id).executeTakeFirst());
  if (!station) throw new ProblemError('stationNotFound');
  const rows = await db
    .selectFrom('usual_counts')
    .select(['hour', 'chargers', 'free_slots'])
    .where('station_id', '=', station.id)
    .where('samples', '>=', fewestSamples)
    .execute();
  const usual = new Map(rows.map((row) => [row.hour, row]));
  const next = Math.floor(now.getTime() / hourMs) + 1;
  const hours = Array.from({ length: nextHours }, (_, i) => new Date((next + i) * hourMs));
  return {
    hours: hours.flatMap((at) => {
      const counts = usual.get(hourOfWeek(at, station.time_zone));
      if (!counts) return [];
      return [
        {
          at: at.toISOString(),
          chargers: Math.round(counts.chargers),
          freeSlots: Math.round(counts.free_slots),
        },
      ];
    }),
  };
}

/** A query for the averages of all stations at these hours of the week, without hours that have too few samples. */
export function usualCountsAt(db: Db, hours: readonly number[]) {
  return db
    .selectFrom('usual_counts')
    .select(['station_id', 'hour', 'chargers', 'free_slots'])
    .where('samples', '>=', fewestSamples)
    .where(sql<boolean>`hour = any(${[...hours]}::smallint[])`);
}
