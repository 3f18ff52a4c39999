import type { Report } from '../../../contract/support.ts';
import type { Db, Trx } from '../../db/database.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';

/** The reports of a rider, the newest first. */
export function reportsOf(db: Db | Trx, userId: string) {
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

type Row = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number];

export function presentReport(row: Row): Report {
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
