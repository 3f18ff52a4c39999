import { sql } from 'kysely';
import type { PositionRange } from '../../../../contract/rules/places/tiles.ts';
import type { Db } from '../../../db/database.ts';
import { cachedPlan } from '../../../db/preparedStatements.ts';
import type { LookThrough } from '../nearestPositions.ts';
import { rangesTable, readLook, type LookRow } from '../nearestStations.ts';
import type { KnownWord } from './words.ts';

/**
 * If the words of the rarest group are at no more than this number of stations, one query reads all
 * these stations.
 */
const fewStations = 500;
const everywhere: PositionRange[] = [{ from: 0, until: 4 ** 26 }];
/**
 * Finds the stations that have at least one word of each group. The query reads the stations of the rarest group, and
 * checks the other groups for each of these stations.
 */
export function lookThroughWords(db: Db, groups: readonly KnownWord[][]): LookThrough {
  const [rarest = [], ...others] = groups.toSorted((a, b) => stationsOf(a) - stationsOf(b));
  const few = stationsOf(rarest) <= fewStations;
  return async (ranges, given) => {
    const limit = few ? Math.max(given, 2 * fewStations) : given;
    const { rows } = await sql<LookRow>`${cachedPlan}
      with seen as materialized (
        select ranges.number, term.station_id, term.place
        from ${rangesTable(few ? everywhere : ranges)} cross join lateral (
          select station_id, place from station_terms
          where word_id = any(${idsOf(rarest)}::int[])
            and place >= ranges.start and place < ranges.stop
          limit ${sql.lit(limit)}) as term
        limit ${sql.lit(limit)})
      select count(*) as seen, max(number) as last,
        json_agg(json_build_array(station_id, place)) filter (where true ${sql.join(
          others.map(hasOneOf),
          sql``,
        )}) as found
      from seen`.execute(db);
    return readLook(rows, limit);
  };
}

function hasOneOf(words: readonly KnownWord[]) {
  return sql` and exists (select from station_terms as other where other.word_id = any(${idsOf(words)}::int[])
    and other.place = seen.place and other.station_id = seen.station_id)`;
}

function stationsOf(words: readonly KnownWord[]): number {
  return words.reduce((sum, { stations }) => sum + stations, 0);
}

function idsOf(words: readonly KnownWord[]): number[] {
  return words.map(({ id }) => id);
}
