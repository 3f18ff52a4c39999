import { z } from 'zod';
import { Language } from './config.ts';
import { Money } from './money.ts';
import { Order } from './orders.ts';

const TimeZone = z.string().max(60);

/**
 * `GET /api/orders/{id}/receipt.pdf` returns a tagged PDF. For an order of another rider, it returns `orderNotFound`.
 */
export const ReceiptQuery = z.object({
  language: Language.default('en'),
  timeZone: TimeZone.default('UTC'),
});

/**
 * `GET /api/orders/statement.pdf?month=2026-11` returns the orders of a month in a tagged PDF. An order is left out if
 * no charger came out and nothing was captured.
 */
export const StatementQuery = ReceiptQuery.extend({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
});

/**
 * `GET /api/orders/export.csv?from=2026-01-01&to=2026-03-31` returns the orders that began from the first day to the
 * last day, both included. The days are days of `timeZone`. A period has at most 366 days. The same orders are left out
 * as in the statement.
 */
export const ExportQuery = ReceiptQuery.extend({ from: z.iso.date(), to: z.iso.date() });

/** The invoice of a capture, or the credit note of a refund. Prices include the tax. */
export const Invoice = z.object({
  kind: z.enum(['invoice', 'creditNote']),
  /**
   * A number such as `2026-000017` or `C2026-000003`. The numbers of one seller, kind and year have
   * no gaps.
   */
  number: z.string(),
  /**
   * The number of the document that this one corrects. A credit note always corrects an invoice. An invoice corrects a
   * credit note only if the refund of the credit note failed.
   */
  corrects: z.string().nullable(),
  issuedAt: z.iso.datetime(),
  /** The amount is above zero, even in a credit note. */
  amount: Money,
  /** The tax in the amount. */
  tax: Money,
  /** In basis points: 2100 is 21 percent. */
  taxRate: z.int().nonnegative(),
  seller: z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }),
});
export type Invoice = z.infer<typeof Invoice>;

/** `GET /api/orders/{id}`: the order with its documents. Lists and events have no documents. */
export const DocumentedOrder = Order.extend({
  /** The invoices and credit notes, the oldest first. The field is absent if there are none. */
  invoices: z.array(Invoice).optional(),
});
export type DocumentedOrder = z.infer<typeof DocumentedOrder>;
