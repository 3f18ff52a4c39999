import type { Db } from '../../db/database.ts';
import { printable } from '../printable.ts';

/** The reports of riders as text for an operator. The oldest comes first. */
export async function listCases(db: Db, all: boolean): Promise<string> {
  const rows = await db
    .selectFrom('support_reports as report')
    .innerJoin('users', 'users.id', 'report.user_id')
    .leftJoin('rentals', 'rentals.id', 'report.rental_id')
    .select(['report.number', 'report.kind', 'report.note', 'report.answer', 'report.created_at'])
    .select(['report.station_id', 'rentals.number as order', 'rentals.state as order_state'])
    .select(['users.number as rider', 'users.language'])
    .$if(!all, (query) => query.where('report.answer', 'is', null))
    .orderBy('report.created_at')
    .execute();
  if (rows.length === 0) {
    return all ? 'There are no cases.\n' : 'There are no unanswered cases.\n';
  }
  return rows
    .map((row) => {
      const facts = [
        row.number,
        row.created_at.toISOString().slice(0, 16).replace('T', ' '),
        row.answer === null ? 'open' : 'answered',
        row.kind,
        `rider ${row.rider} (${row.language})`,
        row.order === null ? null : `order ${row.order} ${row.order_state}`,
        row.station_id === null ? null : `station ${row.station_id}`,
      ].filter((fact) => fact !== null);
      const words = [printable(row.note), row.answer && `> ${printable(row.answer)}`]
        .filter(Boolean)
        .map((line) => `    ${line}\n`);
      return `${facts.join('  ')}\n${words.join('')}`;
    })
    .join('');
}
