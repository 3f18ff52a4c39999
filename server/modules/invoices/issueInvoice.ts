import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { taxIn } from '../../../contract/rules/pricing/tax.ts';
import { isoInZone } from '../../time/timeZones.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { sellerAt } from './sellers.ts';

/** Money that a rider paid for a rental, or got back. */
interface Sale {
  /** The id of the booking in the ledger. */
  booking: string;
  paymentId: string;
  rentalId: string;
  currency: string;
  /**
   * In minor units. The amount is above zero for a capture and for the reversal of a failed refund,
   * and below zero for a refund.
   */
  amount: number;
  /** True for a capture or charge; false for a refund, and for the reversal of a failed refund. */
  isCapture: boolean;
}

/**
 * Issues the invoice of a capture, the credit note of a refund, or the invoice that corrects the credit note of a
 * failed refund. The database assigns the number at the commit, so that the numbers have no gaps. If there is no
 * seller, captures get no invoice. A refund gets no credit note if its capture has no invoice.
 *
 * The caller has locked the rental, so that only one transaction at a time issues documents for its payments.
 */
export async function issueInvoice(work: UnitOfWork, sale: Sale): Promise<void> {
  const { booking, paymentId, rentalId, currency, amount, isCapture } = sale;
  const former = await issuedFor(work, paymentId);
  if (!isCapture && !former) return;
  const isRefund = amount < 0;
  // A refund, and the reversal of a failed refund, use the seller and the tax rate of the invoice.
  const present = former ? null : await sellerAt(work.trx, work.now);
  const seller = former ?? (present && basisOf(present));
  if (!seller) return;
  const remaining = (former?.remaining ?? 0) + amount;
  // The tax of this document is the tax of the remaining amount, minus the tax of all earlier
  // documents. So no tax remains after a full refund, in spite of rounding.
  const tax = taxIn(Math.max(0, remaining), seller.taxRate) - (former?.tax ?? 0);
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

/** The invoice of a payment, with the amount and the tax that remain after refunds; null if there is none. */
async function issuedFor(work: UnitOfWork, paymentId: string) {
  const rows = await work.trx
    .selectFrom('invoices')
    .innerJoin('sellers', 'sellers.id', 'invoices.seller_id')
    .select(['invoices.id', 'kind', 'amount', 'tax', 'corrects', 'invoices.tax_rate', 'seller_id'])
    .select(['invoices.tax_number', 'sellers.time_zone'])
    .where('payment_id', '=', paymentId)
    .orderBy(sql`(corrects is not null)`)
    .orderBy('issued_at')
    // Of documents with the same time, those of this transaction come last, because their `sequence`
    // is null until the commit.
    .orderBy('sequence', (order) => order.asc().nullsLast())
    .execute();
  const [first] = rows;
  if (!first) return null;
  const sum = (of: 'amount' | 'tax') =>
    rows.reduce((all, row) => all + (row.kind === 'invoice' ? row[of] : -row[of]), 0);
  return {
    ...basisOf({ ...first, id: first.seller_id }),
    invoiceId: first.id,
    /** The last credit note of this amount that no later invoice corrects. */
    failedNoteOf(amount: number) {
      const corrected = new Set(rows.map(({ corrects }) => corrects));
      return rows.findLast(
        (row) => row.kind === 'creditNote' && row.amount === amount && !corrected.has(row.id),
      )?.id;
    },
    remaining: sum('amount'),
    tax: sum('tax'),
  };
}
