import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { assignmentsInForce, openAssignments } from '../tariffs/assignments.ts';
import { lockMasterData } from './saveStations.ts';

export interface ChangedTariff {
  id: string;
  /** The ids of the former and the new tariff. */
  before: string;
  after: string;
}

/** Riders may use a station whose cabinet has connected at least once, and that is not retired. */
const isInUse = sql<boolean>`(stations.last_seen_at is not null and stations.state <> 'retired')`;

/** The stations that an act affects. */
export type StationChoice = { stations: readonly string[] } | { venues: readonly string[] } | 'all';

function chosen(choice: StationChoice): RawBuilder<boolean> {
  if (choice === 'all') return sql<boolean>`true`;
  if ('stations' in choice) {
    return sql<boolean>`stations.id = any(${[...choice.stations]}::text[])`;
  }
  return sql<boolean>`stations.venue_id = any(${[...choice.venues]}::text[])`;
}

/**
 * A query for the tariff that is in force at each chosen station. Assignments of a station take
 * precedence over those of its venue, and those of its venue over those of all stations. Within one
 * of these levels, assignments with hours take precedence over those without hours. After that, a
 * later start takes precedence over an earlier start. The tariff of the import counts as an
 * assignment of all stations.
 */
function tariffsInForce(db: Db, choice: StationChoice, now: Date): RawBuilder<unknown> {
  const at = sql`(${now}::timestamptz at time zone stations.time_zone)`;
  return sql`
    with assignment as materialized (${assignmentsInForce(db, now)}),
    chosen as (
      select stations.id, stations.venue_id, stations.own_tariff_id, stations.own_tariff_at,
        date_part('isodow', ${at})::int as day,
        (date_part('hour', ${at}) * 60 + date_part('minute', ${at}))::int as minute
      from stations where ${chosen(choice)}),
    candidate as (
      select chosen.id, day, minute, assignment.* from chosen
      join assignment on assignment.station_id = chosen.id
      union all
      select chosen.id, day, minute, assignment.* from chosen
      join assignment on assignment.venue_id = chosen.venue_id
      union all
      select chosen.id, day, minute, assignment.* from chosen
      join assignment on assignment.is_for_all)
    select distinct on (id) id, tariff_id from (
      select id, tariff_id, level, days is null as is_general, starts_at, number from candidate
      where days is null
        or (day = any(days) and minute >= from_minute and (minute < to_minute or to_minute < from_minute))
        or ((day + 5) % 7 + 1 = any(days) and to_minute < from_minute and minute < to_minute)
      union all
      select id, own_tariff_id, 3, true, own_tariff_at, 0 from chosen) as holding
    order by id, level, is_general, starts_at desc, number desc`;
}

/**
 * The tariff that is in force at a station at this moment. After a change, the row of the station
 * may contain the former tariff for a moment. So only this function decides about the price of a
 * rental.
 */
export async function tariffInForce(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  stationId: string,
): Promise<string | null> {
  const choice = { stations: [stationId] };
  const { rows } = await sql<{ tariff_id: string }>`${tariffsInForce(trx, choice, now)}`.execute(
    trx,
  );
  return rows[0]?.tariff_id ?? null;
}

/**
 * Gives each of these stations the tariff that is in force. Returns the stations whose tariff changed. A second call
 * changes nothing.
 */
export async function updateTariffs(
  work: Pick<UnitOfWork, 'trx' | 'now' | 'stationChanged'>,
  choice: StationChoice,
): Promise<ChangedTariff[]> {
  // With this lock, a parallel import cannot overwrite the tariff of an assignment that has just begun.
  await lockMasterData(work.trx);
  const { rows } = await sql<ChangedTariff>`
    with winner as (${tariffsInForce(work.trx, choice, work.now)}),
    former as (
      select stations.id, stations.tariff_id from stations join winner on winner.id = stations.id
      where stations.tariff_id <> winner.tariff_id)
    update stations set tariff_id = winner.tariff_id, changed_at = ${work.now}::timestamptz
    from winner join former on former.id = winner.id
    where stations.id = winner.id
    returning stations.id, former.tariff_id as before, winner.tariff_id as after`.execute(work.trx);
  for (const { id } of rows) work.stationChanged(id);
  return rows;
}

/**
 * Describes the current and planned tariffs of each station that riders may use, in one text per station. If two texts
 * are equal, the prices are the same at all times, until an operator changes an assignment.
 */
export async function tariffPlans(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  stations: readonly string[],
): Promise<Map<string, string>> {
  const order = sql`level, is_general, starts_at desc, number desc`;
  // An assignment in force that has no end and applies at all hours hides all assignments with
  // lower precedence. Leave the hidden assignments out.
  const { rows } = await sql<{ id: string; plan: string }>`
    with assignment as materialized (${openAssignments(trx, now)}),
    chosen as (
      select stations.id, stations.venue_id, stations.own_tariff_id, stations.own_tariff_at, stations.time_zone
      from stations where ${chosen({ stations })} and ${isInUse}),
    candidate as (
      select chosen.id, assignment.* from chosen
      join assignment on assignment.station_id = chosen.id
      union all
      select chosen.id, assignment.* from chosen
      join assignment on assignment.venue_id = chosen.venue_id
      union all
      select chosen.id, assignment.* from chosen
      join assignment on assignment.is_for_all),
    possible as (
      select id, tariff_id, level, days, from_minute, to_minute, days is null as is_general, starts_at, ends_at, number
      from candidate
      union all
      select id, own_tariff_id, 3, null, null, null, true, own_tariff_at, null, 0 from chosen),
    ranked as (
      select possible.*, count(*) filter (
          where is_general and starts_at <= ${now}::timestamptz and ends_at is null
        ) over (partition by id order by ${order} rows between unbounded preceding and 1 preceding) as above
      from possible)
    select chosen.id, jsonb_build_array(
        case when bool_or(days is not null) then chosen.time_zone end,
        jsonb_agg(jsonb_build_array(tariff_id, days, from_minute, to_minute,
          case when starts_at > ${now}::timestamptz then starts_at end, ends_at) order by ${order})
      )::text as plan
    from ranked join chosen on chosen.id = ranked.id where above = 0
    group by chosen.id, chosen.time_zone`.execute(trx);
  return new Map(rows.map(({ id, plan }) => [id, plan]));
}

/** The number of stations with each tariff, without retired stations. */
export async function countByTariff(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stations')
    .select(['tariff_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '<>', 'retired')
    .groupBy('tariff_id')
    .execute();
  return new Map(rows.map(({ tariff_id, count }) => [tariff_id, count]));
}

/** The number of these stations that riders may use. */
export async function countInUse(db: Db, choice: StationChoice): Promise<number> {
  const { count } = await db
    .selectFrom('stations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isInUse)
    .where(chosen(choice))
    .executeTakeFirstOrThrow();
  return count;
}

/** The time zones of these stations, each once. */
export async function timeZonesOf(db: Db, choice: StationChoice): Promise<string[]> {
  const rows = await db
    .selectFrom('stations')
    .select('time_zone')
    .distinct()
    .where('state', '<>', 'retired')
    .where(chosen(choice))
    .execute();
  return rows.map(({ time_zone }) => time_zone);
}
