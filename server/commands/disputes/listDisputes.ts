import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { printable } from '../printable.ts';

/** The disputes of riders as text for an operator. The oldest comes first. */
export async function listDisputes(db: Db, all: boolean): Promise<string> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('rentals', 'rentals.id', 'disputes.rental_id')
    .select(({ selectFrom }) => [
      'rentals.number',
      'rentals.state as order_state',
      'rentals.tariff',
      'rentals.total',
      'disputes.reason',
      'disputes.note',
      'disputes.state',
      'disputes.refunded',
      'disputes.opened_at',
      selectFrom('payments')
        .select(sql<string>`coalesce(sum(captured - refunded), 0)`.as('kept'))
        .whereRef('payments.rental_id', '=', 'rentals.id')
        .as('kept'),
    ])
    .$if(!all, (query) => query.where('disputes.state', '=', 'open'))
    .orderBy('disputes.opened_at')
    .execute();
  if (rows.length === 0)
    return all ? 'There are no disputes.\n' : 'There are no unanswered disputes.\n';
  return rows
    .map((row) => {
      const { currency } = row.tariff;
      const came =
        row.state === 'refunded' ? `refunded ${inUnits(row.refunded ?? 0, currency)}` : row.state;
      const facts = [
        row.number,
        row.opened_at.toISOString().slice(0, 16).replace('T', ' '),
        came,
        row.reason,
        `order ${row.order_state}`,
        `bill ${inUnits(row.total ?? 0, currency)}`,
        `kept ${inUnits(Number(row.kept ?? 0), currency)}`,
      ];
      const note = printable(row.note);
      return `${facts.join('  ')}\n${note === '' ? '' : `    ${note}\n`}`;
    })
    .join('');
}

/** An amount as text, such as `USD 2.00`. */
export function inUnits(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits).replace(/\s/g, ' ');
}
