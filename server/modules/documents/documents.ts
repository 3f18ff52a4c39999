import type { z } from 'zod';
import type { ExportQuery, ReceiptQuery, StatementQuery } from '../../../contract/documents.ts';
import type { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { findUser } from '../auth/users.ts';
import { findOrder } from '../orders/findOrders.ts';
import { ordersBetween } from '../orders/ordersBetween.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { ordersCsv } from './ordersCsv.ts';
import { PdfQueue } from './pdfQueue.ts';
import { receiptDocument, type DocumentOptions } from './receiptDocument.ts';
import { statementDocument } from './statementDocument.ts';
import { wordsOf } from './words.ts';
import { dayStart, requireZone, startOfDay } from '../../time/timeZones.ts';

type Around = Pick<Dependencies, 'db' | 'clock' | 'settings'>;

/** The limit is much higher than a rider needs, but low enough that one rider cannot block the queue. */
const documentsPerHour = 240;
const longestExportDays = 366;
const dayMs = 24 * 60 * 60 * 1000;

export interface PrintedDocument {
  /** The name of the file. */
  name: string;
  pdf: Buffer;
}

/** @throws {ProblemError} tooManyRequests. */
export async function countDocument(
  { db, clock }: Pick<Around, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const limit = { name: 'documents', limit: documentsPerHour, windowSeconds: 60 * 60 };
  await countCall(db, limit, userId, clock.now());
}

/**
 * @throws {ProblemError} orderNotFound (also for orders of other riders), invalidInput, and the
 * errors of `PdfQueue.print`.
 */
export async function printReceipt(
  { db, clock, settings }: Around,
  pdfQueue: PdfQueue,
  userId: string,
  orderId: string,
  query: z.infer<typeof ReceiptQuery>,
): Promise<PrintedDocument> {
  requireZone(query.timeZone);
  const now = clock.now();
  const order = await findOrder(db, userId, orderId, now);
  const pdf = await pdfQueue.print(
    receiptDocument(order, documentOptions(settings, query, now)),
    userId,
  );
  return { name: `receipt-${order.number}.pdf`, pdf };
}

/**
 * The receipt of a rental, as evidence against a chargeback; null for the payment of a top-up. The receipt is in
 * English, with times in UTC, like the other evidence. Chargebacks are rare, so the thread that draws the receipt ends
 * afterwards.
 *
 * @param now the time that the receipt shows as its print time.
 */
export async function printChargedReceipt(
  { db, settings }: Pick<Around, 'db' | 'settings'>,
  { user_id, rental_id }: PaymentRow,
  now: Date,
): Promise<PrintedDocument | null> {
  if (!rental_id) return null;
  const pdfQueue = new PdfQueue();
  try {
    const query = { language: 'en', timeZone: 'UTC' } as const;
    const around = { db, settings, clock: { now: () => now } };
    return await printReceipt(around, pdfQueue, user_id, rental_id, query);
  } finally {
    await pdfQueue.close();
  }
}

/** @throws {ProblemError} invalidInput, and the errors of `PdfQueue.print`. */
export async function printStatement(
  { db, clock, settings }: Around,
  pdfQueue: PdfQueue,
  userId: string,
  query: z.infer<typeof StatementQuery>,
): Promise<PrintedDocument> {
  requireZone(query.timeZone);
  const now = clock.now();
  const { month, timeZone } = query;
  const [year = 0, number = 0] = month.split('-').map(Number);
  const period = {
    from: startOfDay(year, number, 1, timeZone),
    until: startOfDay(year, number + 1, 1, timeZone),
  };
  const orders: Order[] = [];
  for await (const page of ordersBetween(db, userId, period, now)) orders.push(...page);
  const rider = await findUser(db, userId);
  const model = statementDocument({ month, rider, orders }, documentOptions(settings, query, now));
  return { name: `statement-${month}.pdf`, pdf: await pdfQueue.print(model, userId) };
}

/**
 * @throws {ProblemError} invalidInput if the time zone is unknown, if the end is before the start, or if the
 * period is too long.
 */
export function exportOrders(
  { db, clock }: Around,
  userId: string,
  { from, to, language, timeZone }: z.infer<typeof ExportQuery>,
): { name: string; text: AsyncIterable<string> } {
  requireZone(timeZone);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > longestExportDays) {
    throw new ProblemError('invalidInput', { fields: ['query.from', 'query.to'] });
  }
  const period = { from: dayStart(from, timeZone), until: dayStart(to, timeZone, 1) };
  const pages = ordersBetween(db, userId, period, clock.now());
  return { name: `orders-${from}-${to}.csv`, text: ordersCsv(pages, { language, timeZone }) };
}

function documentOptions(
  { brand }: Around['settings'],
  { language, timeZone }: z.infer<typeof ReceiptQuery>,
  now: Date,
): DocumentOptions {
  return { language, timeZone, brand: brand.name || wordsOf(language).papers.unnamed, now };
}
