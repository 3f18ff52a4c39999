import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { taxIn } from '../../../contract/rules/pricing/tax.ts';
import { isoInZone } from '../../timeZones.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { sellerAt } from './sellers.ts';

/** Money that a rider paid for a rental, or got back. */
interface Sale {
  /** The id of the booking in the ledger. */
  booking: string;
  paymentId: string;
  rentalId: string;
  currency: string;
  /** In minor units. It is above zero for a capture, and below zero for a refund. */
  amount: number;
  /** False for a refund, and for a refund that failed. */
  isCapture: boolean;
}

/**
 * Issues the invoice of a capture, or the credit note of a refund. The database gives the number at the commit, so that
 * numbers have no gaps. Without a seller there are no invoices, and no credit notes of captures without an invoice.
 *
 * The caller has locked the rental, so that the refunds of a payment are issued one after the other.
 */
export async function issueInvoice(work: UnitOfWork, sale: Sale): Promise<void> {
  const { booking, paymentId, rentalId, currency, amount, isCapture } = sale;
  const former = await issuedFor(work, paymentId);
  if (!isCapture && !former) return;
  const isRefund = amount < 0;
  // A refund, and a refund that failed, keep the seller and the tax rate of the invoice.
  const present = former ? null : await sellerAt(work.trx, work.now);
  const seller = former ?? (present && basisOf(present));
  if (!seller) return;
  const kept = (former?.kept ?? 0) + amount;
  // The tax of what is kept decides, so that the refund of the whole amount leaves no tax.
  const tax = taxIn(Math.max(0, kept), seller.taxRate) - (former?.tax ?? 0);
  await work.trx
    .insertInto('invoices')
    .values({
      id: randomUUID(),
      kind: isRefund ? 'creditNote' : 'invoice',
      seller_id: seller.sellerId,
      tax_number: seller.taxNumber,
      year: Number(isoInZone(work.now, seller.timeZone).slice(0, 4)),
      booking,
      payment_id: paymentId,
      rental_id: rentalId,
      corrects: isRefund ? (former?.invoiceId ?? null) : (former?.failedNoteOf(amount) ?? null),
      currency,
      amount: Math.abs(amount),
      tax_rate: seller.taxRate,
      tax: Math.abs(tax),
      issued_at: work.now,
    })
    .execute();
}

interface Basis {
  sellerId: number;
  taxNumber: string;
  taxRate: number;
  timeZone: string;
}

function basisOf(seller: {
  id: number;
  tax_number: string;
  tax_rate: number;
  time_zone: string;
}): Basis {
  return {
    sellerId: seller.id,
    taxNumber: seller.tax_number,
    taxRate: seller.tax_rate,
    timeZone: seller.time_zone,
  };
}

/** The invoice of a payment, with what is kept of its amount and tax after refunds; null if there is none. */
async function issuedFor(work: UnitOfWork, paymentId: string) {
  const rows = await work.trx
    .selectFrom('invoices')
    .innerJoin('sellers', 'sellers.id', 'invoices.seller_id')
    .select(['invoices.id', 'kind', 'amount', 'tax', 'corrects', 'invoices.tax_rate', 'seller_id'])
    .select(['invoices.tax_number', 'sellers.time_zone'])
    .where('payment_id', '=', paymentId)
    .orderBy(sql`(corrects is not null)`)
    .orderBy('issued_at')
    // Those of this transaction have no number yet.
    .orderBy('sequence', (order) => order.asc().nullsLast())
    .execute();
  const [first] = rows;
  if (!first) return null;
  const sum = (of: 'amount' | 'tax') =>
    rows.reduce((all, row) => all + (row.kind === 'invoice' ? row[of] : -row[of]), 0);
  return {
    ...basisOf({ ...first, id: first.seller_id }),
    invoiceId: first.id,
    /** The last credit note of this amount whose refund has not failed before. */
    failedNoteOf(amount: number) {
      const corrected = new Set(rows.map(({ corrects }) => corrects));
      return rows.findLast(
        (row) => row.kind === 'creditNote' && row.amount === amount && !corrected.has(row.id),
      )?.id;
    },
    kept: sum('amount'),
    tax: sum('tax'),
  };
}
