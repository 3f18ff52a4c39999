import { z } from 'zod';
import { Language } from './config.ts';

const TimeZone = z.string().max(60);

/**
 * `GET /api/orders/{id}/receipt.pdf` returns a tagged PDF. It returns `orderNotFound` also for orders
 * of other riders.
 */
export const ReceiptQuery = z.object({
  language: Language.default('en'),
  timeZone: TimeZone.default('UTC'),
});

/** `GET /api/orders/statement.pdf?month=2026-11` returns every order of a month in a tagged PDF. */
export const StatementQuery = ReceiptQuery.extend({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
});

/**
 * `GET /api/orders/export.csv?from=2026-01-01&to=2026-03-31` returns the orders that began from the
 * first day to the last day, both included. The days are days of `timeZone`, at most 366.
 */
export const ExportQuery = ReceiptQuery.extend({ from: z.iso.date(), to: z.iso.date() });
