import type { Report, ReportList } from '../../../contract/support.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { StoredOutcome } from '../../db/schema.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { answersTo, outcomesOfReports } from './caseQueries.ts';

/** The reports of a rider, the newest first. */
function reportsOf(db: Db | Trx, userId: string) {
  return reports(db).where('report.user_id', '=', userId).orderBy('report.created_at', 'desc');
}

/** @throws if there is no such report. */
export async function readReport(db: Db | Trx, id: string): Promise<Report> {
  return presentReport(await reports(db).where('report.id', '=', id).executeTakeFirstOrThrow());
}

function reports(db: Db | Trx) {
  return db
    .selectFrom('support_reports as report')
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'report.rental_id')
    .leftJoin(stationNames(db).as('station'), 'station.id', 'report.station_id')
    .select(['report.id', 'report.number', 'report.kind', 'report.note'])
    .select(['report.rental_id', 'report.station_id', 'report.created_at'])
    .select(['report.answer', 'report.answered_at'])
    .select(['rental.number as order_number', 'station.name as station_name']);
}

/**
 * The newest reports of a rider, and the other cases that support has answered or decided, at most
 * `limit` together.
 */
export async function listReports(
  db: Db | Trx,
  userId: string,
  limit: number,
): Promise<ReportList> {
  const rows = await reportsOf(db, userId).limit(limit).execute();
  const answers = await answersTo(db, userId).limit(limit).execute();
  const outcomes =
    rows.length === 0
      ? []
      : await outcomesOfReports(
          db,
          rows.map(({ number }) => number),
        );
  const own = rows.map((row): Report => {
    const outcome = outcomes.find(({ number }) => number === row.number)?.outcome ?? null;
    return { ...presentReport(row), ...decisionOf(outcome) };
  });
  const others = answers.map((row): Report => ({
    id: row.id,
    number: row.number,
    kind: 'fromSupport',
    note: '',
    order:
      row.rental_id && row.order_number ? { id: row.rental_id, number: row.order_number } : null,
    station:
      row.station_id && row.station_name !== null
        ? { id: row.station_id, name: row.station_name }
        : null,
    createdAt: row.created_at.toISOString(),
    answer: row.answer,
    answeredAt: (row.answered_at ?? row.closed_at)?.toISOString() ?? null,
    ...decisionOf(row.outcome),
  }));
  return {
    reports: [...own, ...others]
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, limit),
  };
}

function decisionOf(outcome: StoredOutcome | null): Pick<Report, 'decision'> {
  if (!outcome) return {};
  const { kind, amount, currency, at } = outcome;
  if (kind !== 'refund' && kind !== 'waive' && kind !== 'endRental') return {};
  return {
    decision: {
      kind,
      amount: amount === undefined || currency === undefined ? null : { amount, currency },
      at: at ?? null,
    },
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number];

function presentReport(row: Row): Report {
  const { id, number, kind, note, rental_id, order_number, station_id, station_name } = row;
  return {
    id,
    number,
    kind,
    note,
    order: rental_id && order_number ? { id: rental_id, number: order_number } : null,
    station: station_id && station_name !== null ? { id: station_id, name: station_name } : null,
    createdAt: row.created_at.toISOString(),
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}
