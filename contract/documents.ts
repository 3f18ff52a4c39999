import { z } from 'zod';
import { Language } from './config.ts';

const TimeZone = z.string().max(60);

/**
 * `GET /api/orders/{id}/receipt.pdf`: a tagged PDF; `orderNotFound` also for orders of other
 * riders.
 */
export const ReceiptQuery = z.object({
  language: Language.default('en'),
  timeZone: TimeZone.default('UTC'),
});

/** `GET /api/orders/statement.pdf?month=2026-11`: every order of a month, a tagged PDF. */
export const StatementQuery = ReceiptQuery.extend({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
});

/**
 * `GET /api/orders/export.csv?from=2026-01-01&to=2026-03-31`: the orders that began on these days, both
 * included, by the clock of `timeZone`; at most 366 days.
 */
export const ExportQuery = ReceiptQuery.extend({ from: z.iso.date(), to: z.iso.date() });
