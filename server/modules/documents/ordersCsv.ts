import { stringify } from 'csv-stringify/sync';
import type { DocumentedOrder, Invoice } from '../../../contract/documents.ts';
import type { Language } from '../../../contract/config.ts';
import type { Money } from '../../../contract/money.ts';
import type { Order } from '../../../contract/orders.ts';
import { pausedTimeOf } from '../../../contract/rules/pricing/pauses.ts';
import { paidParts } from '../../../contract/rules/pricing/paidParts.ts';
import { shownLines, type ShownLine } from '../../../contract/rules/pricing/supportParts.ts';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import { decimalText } from '../../text/textFormats.ts';
import { refundedOf } from './statementDocument.ts';
import { methodText, statusText, wordsOf, type Words } from './words.ts';
import { isoInZone } from '../../time/timeZones.ts';

/** The byte order mark, which makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Generates a table with a row for each order, in chunks. */
export async function* ordersCsv(
  pages: AsyncIterable<DocumentedOrder[]>,
  { language, timeZone }: { language: Language; timeZone: string },
): AsyncGenerator<string, void, undefined> {
  const words = wordsOf(language);
  const columns = columnsIn(words, timeZone);
  const options = { record_delimiter: 'windows' } as const;
  yield byteOrderMark + stringify([columns.map(([label]) => label)], options);
  for await (const orders of pages) {
    const rows = orders.map((order) => columns.map(([, valueOf]) => valueOf(order)));
    yield stringify(rows, options);
  }
}

type Column = [label: string, valueOf: (order: DocumentedOrder) => string];

function columnsIn(words: Words, timeZone: string): Column[] {
  const { receipt, papers } = words;
  const when = (at: string | null) => (at === null ? '' : isoInZone(at, timeZone));
  const line = (kind: ShownLine['kind']) => (order: Order) => decimal(lineOf(order, kind));
  return [
    [receipt.orderId, ({ number }) => escapeFormula(number)],
    [papers.status, (order) => escapeFormula(statusText(words, order))],
    [receipt.pickUp, ({ startedAt, createdAt }) => when(startedAt ?? createdAt)],
    [receipt.return, ({ returnedAt }) => when(returnedAt)],
    [papers.minutes, minutesOf],
    [papers.pausedMinutes, pausedMinutesOf],
    [papers.from, ({ station }) => escapeFormula(station.name)],
    [papers.stationId, ({ station }) => escapeFormula(station.id)],
    [receipt.returnStation, ({ returnStation }) => escapeFormula(returnStation?.name ?? '')],
    [papers.returnStationId, ({ returnStation }) => escapeFormula(returnStation?.id ?? '')],
    [receipt.unlockFee, line('unlockFee')],
    [receipt.usage, line('usage')],
    [receipt.overdueFee, line('overdueFee')],
    [papers.graceRefund, line('graceRefund')],
    [receipt.coupon, line('coupon')],
    [receipt.supportRefund, line('supportRefund')],
    [receipt.supportWaiver, line('supportWaiver')],
    [receipt.faultyCharger, line('faultyCharger')],
    [
      receipt.waived,
      ({ waived }) => decimal(waived ? { ...waived, amount: -waived.amount } : null),
    ],
    [receipt.total, ({ total }) => decimal(total)],
    [receipt.paid, ({ paid }) => decimal(paid)],
    [papers.refunded, (order) => decimal({ ...order.paid, amount: refundedOf(order) })],
    [receipt.due, ({ due }) => decimal(due)],
    [papers.currency, ({ tariff }) => tariff.currency],
    [receipt.method, (order) => escapeFormula(methodsOf(words, order))],
    [papers.invoices, (order) => numbersOf(order, 'invoice')],
    [papers.creditNotes, (order) => numbersOf(order, 'creditNote')],
    [papers.taxColumn, taxOf],
  ];
}

function decimal(money: Money | null): string {
  return money === null ? '' : decimalText(money);
}

/** The amount of the bill's lines of this kind; null if the order has no such line, or no bill yet. */
function lineOf(order: Order, kind: ShownLine['kind']): Money | null {
  const [first, ...more] = shownLines(order)
    .filter((line) => line.kind === kind)
    .map(({ amount }) => amount);
  if (!first) return null;
  return { ...first, amount: more.reduce((sum, { amount }) => sum + amount, first.amount) };
}

function numbersOf({ invoices = [] }: DocumentedOrder, kind: Invoice['kind']): string {
  return invoices
    .filter((one) => one.kind === kind)
    .map(({ number }) => number)
    .join(', ');
}

/** The tax of the invoices minus the tax of the credit notes; empty for an order without an invoice. */
function taxOf({ invoices = [] }: DocumentedOrder): string {
  const [first] = invoices;
  if (!first) return '';
  const amount = invoices.reduce(
    (sum, { kind, tax }) => (kind === 'invoice' ? sum + tax.amount : sum - tax.amount),
    0,
  );
  return decimal({ ...first.tax, amount });
}

function minutesOf({ startedAt, returnedAt }: Order): string {
  if (startedAt === null || returnedAt === null) return '';
  return String(Math.round((Date.parse(returnedAt) - Date.parse(startedAt)) / 60_000));
}

function pausedMinutesOf(order: Order): string {
  const paused = pausedTimeOf(order);
  return paused === 0 ? '' : String(Math.round(paused / 60_000));
}

/** The payment methods that paid the order. If nothing is paid, the payment method of the order. */
function methodsOf(words: Words, { payments, paymentMethod }: Order): string {
  const used = new Set(paidParts(payments).map(({ method }) => methodText(words, method)));
  if (used.size === 0 && paymentMethod) used.add(methodText(words, paymentMethod));
  return [...used].join(', ');
}
