import { sql } from 'kysely';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { CaseState } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { riderNumbers } from '../auth/userQueries.ts';
import { orderNumbers, orderStations, rentalPlaces } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { stationsWithin } from '../venues/stationVenues.ts';

export interface CaseFilter {
  kind?: string | undefined;
  /** The state of the cases; every state except `closed` by default. */
  state?: CaseState | 'all' | undefined;
  isOverdue?: boolean | undefined;
  assignee?: string | undefined;
  /** The number of an order. */
  order?: string | undefined;
  /** Limits the list to cases about these regions and venues, see `onlyWithin`. Null means no limit. */
  within?: Reach | null;
  /** The last case of the previous page. */
  after?: { at: Date; id: string } | undefined;
  limit: number;
}

/** Cases with the numbers of their orders and riders. */
export function namedCases(db: Db | Trx) {
  return db
    .selectFrom('support_cases as case')
    .leftJoin(orderStations(db).as('rental'), 'rental.id', 'case.rental_id')
    .leftJoin(riderNumbers(db).as('rider'), 'rider.id', 'case.user_id')
    .selectAll('case')
    .select(['rental.number as order_number', 'rider.number as rider_number', 'rider.language']);
}
export type NamedCase = Awaited<ReturnType<ReturnType<typeof namedCases>['execute']>>[number];

/**
 * Limits the query to cases about these regions and venues. A case with an order belongs to the stations at which the
 * rental began and ended, because the outcome of the case may change the order. A case without an order belongs to its
 * station. A case with neither belongs to all regions.
 */
function onlyWithin(query: ReturnType<typeof namedCases>, db: Db | Trx, reach: Reach) {
  const own = stationsWithin(db, reach);
  return query.where((of) =>
    of.or([
      of('rental.station_id', 'in', own),
      of('rental.return_station_id', 'in', own),
      of.and([
        of('case.rental_id', 'is', null),
        of.or([of('case.station_id', 'is', null), of('case.station_id', 'in', own)]),
      ]),
    ]),
  );
}

/** Whether a case with this number exists and is about these regions and venues, see `onlyWithin`. */
export async function isCaseWithin(db: Db | Trx, number: string, reach: Reach): Promise<boolean> {
  const own = onlyWithin(namedCases(db), db, reach).where('case.number', '=', number);
  return (await own.executeTakeFirst()) !== undefined;
}

/** The cases that an operator searches for, the oldest first. */
export function findCases(db: Db | Trx, filter: CaseFilter, now: Date) {
  const { kind, state, isOverdue, assignee, order, within, after, limit } = filter;
  const named = namedCases(db);
  return (within ? onlyWithin(named, db, within) : named)
    .$if(kind !== undefined, (query) => query.where('case.kind', '=', kind ?? ''))
    .$if(state === undefined, (query) => query.where('case.state', '<>', 'closed'))
    .$if(state !== undefined && state !== 'all', (query) =>
      query.where('case.state', '=', state === 'all' || state === undefined ? 'open' : state),
    )
    .$if(isOverdue === true, (query) =>
      query.where('case.due_at', '<', now).where('case.state', '<>', 'closed'),
    )
    .$if(isOverdue === false, (query) =>
      query.where((of) => of.or([of('case.due_at', '>=', now), of('case.state', '=', 'closed')])),
    )
    .$if(assignee !== undefined, (query) => query.where('case.assignee', '=', assignee ?? ''))
    .$if(order !== undefined, (query) => query.where('rental.number', '=', order ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((of) =>
        of(
          of.refTuple('case.created_at', 'case.id'),
          '>',
          of.tuple(after?.at ?? now, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('case.created_at')
    .orderBy('case.id')
    .limit(limit)
    .execute();
}

/** The case with this number. */
export function caseOfNumber(db: Db | Trx, number: string) {
  return db.selectFrom('support_cases').selectAll().where('number', '=', number).executeTakeFirst();
}

/** @throws if there is no such case. */
export function caseOfKey({ trx }: UnitOfWork, key: string) {
  return trx
    .selectFrom('support_cases')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

/**
 * Reads the case with this id, and the cases about the rental or the charger. Returns at most 200 cases, the oldest
 * first.
 */
export function casesAbout(
  db: Db | Trx,
  { id, rentalId, charger }: { id: string | null; rentalId: string | null; charger: string | null },
) {
  return db
    .selectFrom('support_cases')
    .select(['id', 'number', 'kind', 'state', 'created_at', 'closed_at', 'closed_by', 'outcome'])
    .where((of) =>
      of.or([
        ...(rentalId === null ? [] : [of('rental_id', '=', rentalId)]),
        ...(charger === null ? [] : [sql<boolean>`details ->> 'charger' = ${charger}`]),
        ...(id === null ? [] : [of('id', '=', id)]),
      ]),
    )
    .orderBy('created_at')
    .limit(200)
    .execute();
}

/** Reads the numbers of the open cases about a rental or about a top-up. The top-up is identified by its payment. */
export async function openCasesAbout(
  { trx }: UnitOfWork,
  { rentalId, paymentId }: { rentalId: string | null; paymentId: string | null },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('support_cases')
    .select('number')
    .where('state', '<>', 'closed')
    .where((of) =>
      of.or([
        of('rental_id', '=', rentalId),
        of.and([
          of('rental_id', 'is', null),
          sql<boolean>`details ->> 'paymentId' = ${paymentId}::text`,
        ]),
      ]),
    )
    .execute();
  return rows.map(({ number }) => number);
}

/** All cases, for the time lines of chargers. `station` is null if neither the case nor its rental has a station. */
export function casesForTimeLines(db: Db) {
  return db
    .selectFrom('support_cases')
    .leftJoin(rentalPlaces(db).as('rental'), 'rental.id', 'support_cases.rental_id')
    .select(['support_cases.id', 'support_cases.number', 'kind', 'created_at', 'closed_at'])
    .select((of) => of.fn.coalesce('support_cases.station_id', 'rental.station_id').as('station'))
    .select(sql<string | null>`details ->> 'charger'`.as('charger'));
}

/** A query that other queries join: the data of cases for the time line of a rider. */
export function casesForRiders(db: Db | Trx) {
  return db
    .selectFrom('support_cases')
    .select(['id', 'user_id', 'number', 'kind', 'state', 'created_at', 'closed_at', 'outcome']);
}

/** The kind, text and time of the report with this number. */
export function reportOf(db: Db | Trx, number: string) {
  return db
    .selectFrom('support_reports')
    .select(['id', 'kind', 'note', 'created_at'])
    .where('number', '=', number)
    .executeTakeFirst();
}

/**
 * The cases of a rider that have no report, and that support has answered or decided, the newest first. The list omits
 * disputes without an answer, because the receipt shows the decision about a dispute.
 */
export function answersTo(db: Db | Trx, userId: string) {
  return db
    .selectFrom('support_cases as case')
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'case.rental_id')
    .leftJoin(stationNames(db).as('station'), 'station.id', 'case.station_id')
    .select(['case.id', 'case.number', 'case.rental_id', 'case.station_id', 'case.created_at'])
    .select(['case.answer', 'case.answered_at', 'case.outcome', 'case.closed_at'])
    .select(['rental.number as order_number', 'station.name as station_name'])
    .where('case.user_id', '=', userId)
    .where('case.kind', '<>', 'report')
    .where((of) =>
      of.or([
        of('case.answer', 'is not', null),
        of.and([
          of('case.kind', '<>', 'dispute'),
          sql<boolean>`"case".outcome ->> 'kind' in ('refund', 'waive', 'endRental')`,
        ]),
      ]),
    )
    .orderBy('case.created_at', 'desc');
}

/** The outcomes of these reports, by their numbers. */
export function outcomesOfReports(db: Db | Trx, numbers: readonly string[]) {
  return db
    .selectFrom('support_cases')
    .select(['number', 'outcome'])
    .where('number', 'in', [...numbers])
    .execute();
}
