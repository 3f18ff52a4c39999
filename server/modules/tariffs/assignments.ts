import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { AssignmentShown, TariffHours } from '../../../contract/operators/tariffs.ts';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { venuePeriods } from '../venues/stationVenues.ts';
import { presentHours, toStoredHours } from './hours.ts';

export type AssignmentRow = Selectable<Database['tariff_assignments']>;

/** The target of an assignment: stations, venues, or all stations, including those of later imports. */
export type AssignmentTarget =
  | { stations: readonly string[] }
  | { venues: readonly string[] }
  | 'all';

export interface NewAssignment {
  tariffId: string;
  target: AssignmentTarget;
  hours: TariffHours | null;
  startsAt: Date;
  by: string;
}

export async function insertAssignment(
  { trx }: UnitOfWork,
  { tariffId, target, hours, startsAt, by }: NewAssignment,
): Promise<AssignmentRow> {
  const row = await trx
    .insertInto('tariff_assignments')
    .values({
      id: randomUUID(),
      tariff_id: tariffId,
      is_for_all: target === 'all',
      assigned_by: by,
      starts_at: startsAt,
      ...toStoredHours(hours),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (target === 'all') return row;
  if ('stations' in target) {
    await trx
      .insertInto('tariff_assignment_stations')
      .values(target.stations.map((station_id) => ({ assignment_id: row.id, station_id })))
      .execute();
  } else {
    await trx
      .insertInto('tariff_assignment_venues')
      .values(target.venues.map((venue_id) => ({ assignment_id: row.id, venue_id })))
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

/** The stations or venues of an assignment, or `all`. */
export async function targetOf(
  db: Db,
  { id, is_for_all }: Pick<AssignmentRow, 'id' | 'is_for_all'>,
): Promise<AssignmentTarget> {
  if (is_for_all) return 'all';
  const stations = await db
    .selectFrom('tariff_assignment_stations')
    .select('station_id')
    .where('assignment_id', '=', id)
    .orderBy('station_id')
    .execute();
  if (stations.length > 0) return { stations: stations.map(({ station_id }) => station_id) };
  const venues = await db
    .selectFrom('tariff_assignment_venues')
    .select('venue_id')
    .where('assignment_id', '=', id)
    .orderBy('venue_id')
    .execute();
  return { venues: venues.map(({ venue_id }) => venue_id) };
}

/**
 * Returns the assignments that apply to a station: its own, those of its current venue, and those of all stations. The
 * result includes ended assignments.
 */
export function assignmentsOfStation(db: Db, station: string) {
  return db
    .selectFrom('tariff_assignments as assignment')
    .select(['assignment.id', 'assignment.tariff_id', 'assignment.assigned_by'])
    .select(['assignment.starts_at', 'assignment.ends_at'])
    .where((of) =>
      of.or([
        of('assignment.is_for_all', '=', true),
        of(
          'assignment.id',
          'in',
          of
            .selectFrom('tariff_assignment_stations as assigned')
            .select('assigned.assignment_id')
            .where('assigned.station_id', '=', station),
        ),
        of(
          'assignment.id',
          'in',
          of
            .selectFrom('tariff_assignment_venues as assigned')
            .innerJoin(venuePeriods(db).as('period'), 'period.venue_id', 'assigned.venue_id')
            .select('assigned.assignment_id')
            .where('period.station_id', '=', station)
            .where('period.until', 'is', null),
        ),
      ]),
    );
}

/**
 * A query that other queries join: the assignments that have not ended, each with a row for each of its stations or
 * venues. Level 1 is for stations, 2 for venues, and 3 for all; the lowest level has precedence.
 */
export function openAssignments(db: Db, now: Date) {
  // An assignment that was cancelled before its start ends at its start, so it is never in force.
  return db
    .selectFrom('tariff_assignments as assignment')
    .leftJoin('tariff_assignment_stations as assigned', 'assigned.assignment_id', 'assignment.id')
    .leftJoin('tariff_assignment_venues as inVenue', 'inVenue.assignment_id', 'assignment.id')
    .select(['assignment.tariff_id', 'assignment.number', 'assignment.is_for_all'])
    .select(['assignment.days', 'assignment.from_minute', 'assignment.to_minute'])
    .select(['assignment.starts_at', 'assignment.ends_at'])
    .select(['assigned.station_id', 'inVenue.venue_id'])
    .select(
      sql<number>`case when assigned.station_id is not null then 1
        when ${sql.ref('inVenue.venue_id')} is not null then 2 else 3 end`.as('level'),
    )
    .where((or) =>
      or.or([
        or('assignment.ends_at', 'is', null),
        or.and([
          or('assignment.ends_at', '>', now),
          or('assignment.ends_at', '>', or.ref('assignment.starts_at')),
        ]),
      ]),
    );
}

/** Those assignments of `openAssignments` that are in force. */
export function assignmentsInForce(db: Db, now: Date) {
  return openAssignments(db, now).where('assignment.starts_at', '<=', now);
}

/** The tariff that is assigned to all stations at all hours and began last; null if there is none. */
export async function tariffForAll(db: Db, now: Date): Promise<string | null> {
  const row = await assignmentsInForce(db, now)
    .where('assignment.is_for_all', '=', true)
    .where('assignment.days', 'is', null)
    .orderBy('assignment.starts_at', 'desc')
    .orderBy('assignment.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.tariff_id ?? null;
}

/** The assignments that have hours, without assignments that have ended. */
export async function assignmentsWithHours(db: Db, now: Date): Promise<AssignmentShown[]> {
  const all = await readAssignments(db, now, { withHours: true });
  return all.filter(({ state }) => state !== 'ended');
}

/**
 * The assignments, the newest first: all assignments, only the assignment with this id, or only the
 * assignments that have hours and whose end is not in the past.
 */
export async function readAssignments(
  db: Db,
  now: Date,
  { id, withHours = false }: { id?: string; withHours?: boolean } = {},
): Promise<AssignmentShown[]> {
  const rows = await db
    .selectFrom('tariff_assignments as assignment')
    .selectAll('assignment')
    .select(({ selectFrom }) => [
      selectFrom('tariff_assignment_stations as assigned')
        .select(sql<string[]>`coalesce(array_agg(station_id order by station_id), '{}')`.as('ids'))
        .whereRef('assigned.assignment_id', '=', 'assignment.id')
        .as('station_ids'),
      selectFrom('tariff_assignment_venues as assigned')
        .select(sql<string[]>`coalesce(array_agg(venue_id order by venue_id), '{}')`.as('ids'))
        .whereRef('assigned.assignment_id', '=', 'assignment.id')
        .as('venue_ids'),
    ])
    .$if(id !== undefined, (query) => query.where('assignment.id', '=', id ?? ''))
    .$if(withHours, (query) =>
      query
        .where('assignment.days', 'is not', null)
        .where((or) =>
          or.or([or('assignment.ends_at', 'is', null), or('assignment.ends_at', '>', now)]),
        ),
    )
    .orderBy('assignment.number', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tariff: row.tariff_id,
    stations: row.is_for_all ? ('all' as const) : (row.station_ids ?? []),
    venues: row.venue_ids ?? [],
    hours: presentHours(row),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    state: stateOf(row, now),
    assignedBy: row.assigned_by,
  }));
}

/** An assignment that was cancelled before its start ends at its start, so it is never in force. */
export function stateOf(
  { starts_at, ends_at }: Pick<AssignmentRow, 'starts_at' | 'ends_at'>,
  now: Date,
): AssignmentShown['state'] {
  if (ends_at !== null && (ends_at <= now || ends_at <= starts_at)) return 'ended';
  return starts_at > now ? 'scheduled' : 'inForce';
}
