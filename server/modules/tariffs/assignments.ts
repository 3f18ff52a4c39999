import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { AssignmentShown } from '../../../contract/operators/tariffs.ts';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';

export type AssignmentRow = Selectable<Database['tariff_assignments']>;

export interface NewAssignment {
  tariffId: string;
  /** Null means all stations, also those of later imports. */
  stationIds: readonly string[] | null;
  startsAt: Date;
  by: string;
}

export async function insertAssignment(
  { trx }: UnitOfWork,
  { tariffId, stationIds, startsAt, by }: NewAssignment,
): Promise<AssignmentRow> {
  const row = await trx
    .insertInto('tariff_assignments')
    .values({
      id: randomUUID(),
      tariff_id: tariffId,
      is_for_all: stationIds === null,
      assigned_by: by,
      starts_at: startsAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (stationIds !== null) {
    await trx
      .insertInto('tariff_assignment_stations')
      .values(stationIds.map((station_id) => ({ assignment_id: row.id, station_id })))
      .execute();
  }
  return row;
}

/** Reads and locks an assignment. Returns null if there is none. */
export async function lockAssignment(
  { trx }: UnitOfWork,
  id: string,
): Promise<AssignmentRow | null> {
  const row = await trx
    .selectFrom('tariff_assignments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function setAssignmentEnd(
  { trx }: UnitOfWork,
  id: string,
  endsAt: Date,
): Promise<AssignmentRow> {
  return trx
    .updateTable('tariff_assignments')
    .set({ ends_at: endsAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The ids of the stations of an assignment; null for all stations. */
export async function stationsOfAssignment(
  db: Db,
  { id, is_for_all }: Pick<AssignmentRow, 'id' | 'is_for_all'>,
): Promise<string[] | null> {
  if (is_for_all) return null;
  const rows = await db
    .selectFrom('tariff_assignment_stations')
    .select('station_id')
    .where('assignment_id', '=', id)
    .orderBy('station_id')
    .execute();
  return rows.map(({ station_id }) => station_id);
}

/** A query for other queries to join: the assignments that are in force, and the stations of those for some stations. */
export function assignmentsInForce(db: Db, now: Date) {
  return db
    .selectFrom('tariff_assignments as assignment')
    .leftJoin('tariff_assignment_stations as assigned', 'assigned.assignment_id', 'assignment.id')
    .select(['assignment.tariff_id', 'assignment.number', 'assignment.is_for_all'])
    .select(['assignment.starts_at', 'assigned.station_id'])
    .where('assignment.starts_at', '<=', now)
    .where((or) =>
      or.or([or('assignment.ends_at', 'is', null), or('assignment.ends_at', '>', now)]),
    );
}

/** The tariff that is assigned to all stations and began last; null if there is none. */
export async function tariffForAll(db: Db, now: Date): Promise<string | null> {
  const row = await assignmentsInForce(db, now)
    .where('assignment.is_for_all', '=', true)
    .orderBy('assignment.starts_at', 'desc')
    .orderBy('assignment.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.tariff_id ?? null;
}

/** All assignments, the newest first, or only that with this id. */
export async function readAssignments(
  db: Db,
  now: Date,
  id: string | null = null,
): Promise<AssignmentShown[]> {
  const rows = await db
    .selectFrom('tariff_assignments as assignment')
    .selectAll('assignment')
    .select(({ selectFrom }) =>
      selectFrom('tariff_assignment_stations as assigned')
        .select(sql<string[]>`coalesce(array_agg(station_id order by station_id), '{}')`.as('ids'))
        .whereRef('assigned.assignment_id', '=', 'assignment.id')
        .as('station_ids'),
    )
    .$if(id !== null, (query) => query.where('assignment.id', '=', id ?? ''))
    .orderBy('assignment.number', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tariff: row.tariff_id,
    stations: row.is_for_all ? ('all' as const) : (row.station_ids ?? []),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    state: stateOf(row, now),
    assignedBy: row.assigned_by,
  }));
}

function stateOf({ starts_at, ends_at }: AssignmentRow, now: Date): AssignmentShown['state'] {
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at > now ? 'scheduled' : 'inForce';
}
