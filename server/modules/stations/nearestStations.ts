import { sql } from 'kysely';
import type { PositionRange } from '../../../contract/rules/places/tiles.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { cachedPlan } from '../../db/preparedStatements.ts';
import { nearestPositions, type Look } from './nearestPositions.ts';
import { metresBetween, type Point } from './positionsAround.ts';
import { findSummaries } from './stationRows.ts';

export type StationAway = StationSummary & { metres: number };

/**
 * The nearest stations with their straight-line distances, exact and ordered. The result is valid up to the
 * edges of the map, at 85 degrees north and south.
 */
export async function nearestStations(
  db: Db,
  point: Point,
  limit: number,
  now: Date,
): Promise<StationAway[]> {
  const nearest = await nearestPositions(
    (ranges, most) => lookThrough(db, ranges, most),
    point,
    limit,
  );
  return byDistance(
    await findSummaries(
      db,
      nearest.map(({ id }) => id),
      now,
    ),
    point,
  ).slice(0, limit);
}

export function byDistance(stations: readonly StationSummary[], point: Point): StationAway[] {
  return stations
    .map((station) => ({ ...station, metres: metresBetween(point, station) }))
    .sort((a, b) => a.metres - b.metres || (a.id < b.id ? -1 : 1));
}

async function lookThrough(db: Db, ranges: readonly PositionRange[], limit: number): Promise<Look> {
  // Reads the ranges in their order, and stops at the limit.
  const { rows } = await sql<LookRow>`${cachedPlan}
    with seen as materialized (
      select ranges.number, station.id, station.place
      from ${rangesTable(ranges)} cross join lateral (
        select id, place from stations
        where place >= ranges.start and place < ranges.stop and state <> 'retired' limit ${sql.lit(limit)}) as station
      limit ${sql.lit(limit)})
    select count(*) as seen, max(number) as last, json_agg(json_build_array(id, place)) as found
    from seen`.execute(db);
  return readLook(rows, limit);
}

/** An SQL table `ranges(start, stop, number)` of the ranges in their order. */
export function rangesTable(ranges: readonly PositionRange[]) {
  const [starts, stops] = [ranges.map(({ from }) => from), ranges.map(({ until }) => until)];
  return sql`unnest(${starts}::bigint[], ${stops}::bigint[]) with ordinality
    as ranges(start, stop, number)`;
}

export interface LookRow {
  seen: number;
  /** The number of the last range that was read. The first range has the number 1. */
  last: number | null;
  found: [id: string, position: number][] | null;
}

export function readLook([row]: readonly LookRow[], limit: number): Look {
  const { seen, last, found } = row ?? { seen: 0, last: null, found: null };
  return {
    found: (found ?? []).map(([id, position]) => ({ id, position })),
    stoppedIn: seen < limit || last === null ? null : last - 1,
  };
}
