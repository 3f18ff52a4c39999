import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';

/* Subqueries that other queries join. */

/** The invoices and credit notes with their sellers. */
export function invoicesForOrders(db: Db | Trx) {
  return db
    .selectFrom('invoices')
    .innerJoin('sellers as seller', 'seller.id', 'invoices.seller_id')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects')
    .select(['invoices.rental_id', 'invoices.kind', 'invoices.number', 'invoices.sequence'])
    .select(['invoices.currency', 'invoices.amount', 'invoices.tax', 'invoices.tax_rate'])
    .select(['invoices.issued_at', 'corrected.number as corrects'])
    .select(['seller.name as seller_name', 'seller.address as seller_address'])
    .select('seller.tax_number as seller_tax_number');
}

/**
 * The tax of each invoice and credit note in minor units, with the id of the booking in the ledger.
 * The tax of a credit note is below zero.
 */
export function taxChanges(db: Db | Trx) {
  return db
    .selectFrom('invoices')
    .select(['booking', 'number'])
    .select(sql<number>`case when kind = 'invoice' then tax else -tax end`.as('tax'));
}

/**
 * The amount of each invoice and credit note in minor units, with the id of the booking in the
 * ledger. The amount of a credit note is below zero.
 */
export function invoicedAmounts(db: Db | Trx) {
  return db
    .selectFrom('invoices')
    .select(['booking', 'number', 'currency'])
    .select(sql<number>`case when kind = 'invoice' then amount else -amount end`.as('amount'));
}

/** For each tax number, kind and year: the count of the invoices or credit notes, and their highest `sequence`. */
export function invoiceSeries(db: Db | Trx) {
  return db
    .selectFrom('invoices')
    .groupBy(['tax_number', 'kind', 'year'])
    .select(['tax_number', 'kind', 'year'])
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('sequence').as('last')]);
}
