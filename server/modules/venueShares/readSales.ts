import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { taxChanges } from '../invoices/invoiceQueries.ts';
import { sales } from '../ledger/ledgerQueries.ts';
import { rentalPlaces } from '../rentalRecords/rentalQueries.ts';
import { venuePeriods } from '../venues/stationVenues.ts';
import {
  computeShares,
  saleKey,
  type Former,
  type Sale,
  type SharedSale,
} from './computeShares.ts';

/**
 * The captures and refunds of a venue before `until` that are in no statement, with their shares, the oldest first. The
 * result omits rentals that began before the first share terms of the venue were valid.
 *
 * @param period `since` is the start of the last closed month, because all sales before this month are in statements.
 */
export async function openSales(
  db: Db | Trx,
  venueId: string,
  { since, until }: { since: Date; until: Date },
): Promise<SharedSale[]> {
  const rows = await db
    .selectFrom(sales(db).as('sale'))
    .innerJoin(rentalPlaces(db).as('rental'), 'rental.id', 'sale.rental_id')
    .innerJoin(venuePeriods(db).as('period'), 'period.station_id', 'rental.station_id')
    .leftJoin(taxChanges(db).as('taxed'), 'taxed.booking', 'sale.id')
    .where('period.venue_id', '=', venueId)
    .whereRef('period.since', '<=', 'rental.began_at')
    .where((on) =>
      on.or([on('period.until', 'is', null), on('period.until', '>', on.ref('rental.began_at'))]),
    )
    .where('sale.created_at', '>=', since)
    .where('sale.created_at', '<', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('venue_statement_lines as line')
            .select('line.booking')
            .whereRef('line.booking', '=', 'sale.id'),
        ),
      ),
    )
    .orderBy('sale.created_at')
    .orderBy('sale.first_entry')
    .select(['sale.id', 'sale.rental_id', 'sale.currency', 'sale.created_at', 'sale.amount'])
    .select(sql<number>`coalesce(taxed.tax, 0)`.as('tax'))
    .select((of) =>
      of
        .selectFrom('venue_terms as terms')
        .select('terms.share')
        .where('terms.venue_id', '=', venueId)
        .whereRef('terms.valid_from', '<=', 'rental.began_at')
        .orderBy('terms.valid_from', 'desc')
        .orderBy('terms.id', 'desc')
        .limit(1)
        .as('share'),
    )
    .execute();
  const open = rows.flatMap(({ id, rental_id, currency, created_at, amount, tax, share }): Sale[] =>
    share === null || rental_id === null
      ? []
      : [{ booking: id, rentalId: rental_id, currency, at: created_at, amount, tax, share }],
  );
  return computeShares(open, await formerShares(db, open));
}

async function formerShares(
  db: Db | Trx,
  open: readonly Sale[],
): Promise<ReadonlyMap<string, Former>> {
  const rentals = [...new Set(open.map(({ rentalId }) => rentalId))];
  if (rentals.length === 0) return new Map();
  const rows = await db
    .selectFrom('venue_statement_lines as line')
    .innerJoin('venue_statements as statement', 'statement.id', 'line.statement_id')
    .where(sql<boolean>`line.rental_id = any(${rentals}::uuid[])`)
    .groupBy(['line.rental_id', 'statement.currency'])
    .select(['line.rental_id', 'statement.currency'])
    .select(sql<number>`sum(line.amount - line.tax)::bigint`.as('base'))
    .select(sql<number>`sum(line.venue_share)::bigint`.as('venueShare'))
    .execute();
  return new Map(
    rows.map(({ rental_id, currency, base, venueShare }) => [
      saleKey({ rentalId: rental_id, currency }),
      { base, venueShare },
    ]),
  );
}
