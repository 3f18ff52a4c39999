import type { Db } from '../../db/database.ts';
import { invoicedAmounts, invoiceSeries } from '../invoices/invoiceQueries.ts';
import { sales } from '../ledger/ledgerQueries.ts';

/** Finds gaps in the numbers of invoices, and invoices that differ from their bookings. */
export async function wrongInvoices(db: Db): Promise<string[]> {
  const series = await db.selectFrom(invoiceSeries(db).as('series')).selectAll().execute();
  const gaps = series
    .filter(({ count, last }) => count !== last)
    .map(
      ({ tax_number, kind, year, count, last }) =>
        `${kind} numbers of ${tax_number} in ${year} end with ${last} but there are ${count}`,
    );
  const different = await db
    .selectFrom(invoicedAmounts(db).as('invoice'))
    .leftJoin(sales(db).as('sale'), (join) =>
      join.onRef('sale.id', '=', 'invoice.booking').onRef('sale.currency', '=', 'invoice.currency'),
    )
    .where((on) =>
      on.or([on('sale.amount', 'is', null), on('sale.amount', '<>', on.ref('invoice.amount'))]),
    )
    .select(['invoice.number', 'invoice.amount', 'sale.amount as booked'])
    .execute();
  return [
    ...gaps,
    ...different.map(
      ({ number, amount, booked }) =>
        `invoice ${number} has ${amount} but ${booked ?? 0} is booked`,
    ),
  ];
}
