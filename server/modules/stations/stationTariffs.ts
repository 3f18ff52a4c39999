import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { assignmentsInForce } from '../tariffs/assignments.ts';
import { lockMasterData } from './saveStations.ts';

export interface ChangedTariff {
  id: string;
  /** The ids of the tariffs. */
  before: string;
  after: string;
}

/**
 * Gives each of these stations, or all of them, the tariff that is in force: that of the assignment or the import that
 * began last. Returns the stations whose tariff changed. A second call changes nothing.
 */
export async function updateTariffs(
  work: UnitOfWork,
  stationIds: readonly string[] | null,
): Promise<ChangedTariff[]> {
  // An import at the same time must not overwrite the tariff of an assignment that has just begun.
  await lockMasterData(work.trx);
  const chosen =
    stationIds === null ? sql`` : sql`where station.id = any(${[...stationIds]}::text[])`;
  const { rows } = await sql<ChangedTariff>`
    with assignment as materialized (${assignmentsInForce(work.trx, work.now)}),
    own as (
      select distinct on (station_id) station_id, tariff_id, starts_at, number
      from assignment where not is_for_all
      order by station_id, starts_at desc, number desc),
    shared as (
      select tariff_id, starts_at, number from assignment where is_for_all
      order by starts_at desc, number desc limit 1),
    winner as (
      select station.id, station.tariff_id as former,
        case when last.starts_at >= station.own_tariff_at then last.tariff_id
          else station.own_tariff_id end as tariff_id
      from stations as station
      left join own on own.station_id = station.id
      left join shared on true
      left join lateral (
        select * from (values (own.tariff_id, own.starts_at, own.number),
          (shared.tariff_id, shared.starts_at, shared.number)) as one (tariff_id, starts_at, number)
        where one.tariff_id is not null
        order by one.starts_at desc, one.number desc limit 1) as last on true
      ${chosen})
    update stations set tariff_id = winner.tariff_id, changed_at = ${work.now}::timestamptz
    from winner where stations.id = winner.id and winner.tariff_id <> winner.former
    returning stations.id, winner.former as before, winner.tariff_id as after`.execute(work.trx);
  for (const { id } of rows) work.stationChanged(id);
  return rows;
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

/**
 * How many of these stations, or of all stations, riders may use: their cabinets have connected at least
 * once, and they are not retired.
 */
export async function countInUse(db: Db, stationIds: readonly string[] | null): Promise<number> {
  const { count } = await db
    .selectFrom('stations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_seen_at', 'is not', null)
    .where('state', '<>', 'retired')
    .$if(stationIds !== null, (query) =>
      query.where(sql<boolean>`id = any(${[...(stationIds ?? [])]}::text[])`),
    )
    .executeTakeFirstOrThrow();
  return count;
}
