import type { DocumentedOrder, Invoice } from '../../../contract/documents.ts';
import type { Language } from '../../../contract/config.ts';
import type { Order } from '../../../contract/orders.ts';
import type { OrderPayment, PaymentStep } from '../../../contract/payment.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { pausedTimeOf, readPauses } from '../../../contract/rules/pricing/pauses.ts';
import { paidParts } from '../../../contract/rules/pricing/paidParts.ts';
import { reachedCap } from '../../../contract/rules/pricing/pricing.ts';
import { shownLines, type ShownLine } from '../../../contract/rules/pricing/supportParts.ts';
import { dateText, fill, moneyText, taxRateText } from '../../text/textFormats.ts';
import type { Block, Fact, DocumentModel } from './documentModel.ts';
import { holdFact, purposeText } from './paymentTexts.ts';
import { hoursText, methodText, rateText, statusText, wordsOf, type Words } from './words.ts';

export interface DocumentOptions {
  language: Language;
  timeZone: string;
  /** The operator's name. */
  brand: string;
  now: Date;
}

/** The receipt of one order. It is for the rider, and for an employer who reimburses the rider. */
export function receiptDocument(
  order: DocumentedOrder,
  { language, timeZone, brand, now }: DocumentOptions,
): DocumentModel {
  const words = wordsOf(language);
  const { receipt, papers } = words;
  const when = (at: string) => dateText(at, timeZone);
  const paid = paidFacts(words, order);
  const stepped = order.payments.filter(({ steps }) => steps.length > 0);
  const blocks: Block[] = [
    { kind: 'facts', rows: rentalFacts(words, order, when) },
    { kind: 'heading', text: receipt.lines },
    { kind: 'facts', rows: billFacts(words, order) },
  ];
  if (paid.length > 0) {
    const text = order.due.amount > 0 ? receipt.payment : receipt.howPaid;
    blocks.push({ kind: 'heading', text }, { kind: 'facts', rows: paid });
  }
  for (const invoice of order.invoices ?? []) {
    blocks.push(
      { kind: 'heading', text: invoiceTitle(words, invoice) },
      { kind: 'facts', rows: invoiceFacts(words, invoice, when) },
    );
  }
  if (stepped.length > 0) blocks.push({ kind: 'heading', text: words.tracker.heading });
  for (const payment of stepped) {
    blocks.push({
      kind: 'steps',
      heading: `${purposeText(words, payment)} · ${methodText(words, payment.method)}`,
      items: payment.steps.map((step) => ({
        text: stepText(words, payment, step),
        note: when(step.failedAt ?? step.at),
      })),
    });
  }
  return {
    language,
    brand,
    title: fill(papers.receiptTitle, { number: order.number }),
    heading: receipt.heading,
    lead: fill(papers.made, { date: dateText(now, timeZone), zone: timeZone }),
    pageWords: papers.page,
    madeAt: now,
    blocks,
  };
}

function rentalFacts(words: Words, order: Order, when: (at: string) => string): Fact[] {
  const { receipt, papers } = words;
  const { number, startedAt, returnedAt, station, returnStation, paymentMethod } = order;
  const rows: Fact[] = [
    { label: receipt.orderId, value: number, strong: true },
    { label: papers.status, value: statusText(words, order) },
  ];
  if (startedAt !== null) {
    rows.push({ label: receipt.pickUp, value: when(startedAt) });
    rows.push({
      label: receipt.return,
      value: returnedAt === null ? receipt.notReturned : when(returnedAt),
    });
  }
  if (startedAt !== null && returnedAt !== null) {
    const duration = Math.max(0, Date.parse(returnedAt) - Date.parse(startedAt));
    rows.push({ label: receipt.duration, value: formatDuration(duration, words.language) });
  }
  const paused = pausedTimeOf(order);
  if (paused > 0) {
    rows.push({ label: receipt.paused, value: formatDuration(paused, words.language) });
  }
  rows.push({ label: receipt.rate, value: rateText(words, order.tariff) });
  rows.push({ label: receipt.station, value: placeText(words, station, order.slot) });
  if (returnStation !== null) {
    const value = placeText(words, returnStation, order.returnSlot);
    rows.push({ label: receipt.returnStation, value });
  }
  if (paymentMethod !== null) {
    rows.push({ label: receipt.method, value: methodText(words, paymentMethod) });
  }
  return rows;
}

function placeText({ papers }: Words, { name, id }: Order['station'], slot: number | null): string {
  return slot === null ? `${name} · ${id}` : fill(papers.slot, { station: name, id, slot });
}

function billFacts(words: Words, order: Order): Fact[] {
  const { total, waived, due, paid } = order;
  const { receipt } = words;
  const rows: Fact[] = shownLines(order).map((line) => ({
    label: lineText(words, line, order),
    value: moneyText(line.amount),
  }));
  if (waived) {
    const amount = moneyText({ ...waived, amount: -waived.amount });
    rows.push({ label: receipt.waived, value: amount });
  }
  if (total === null) return [...rows, { label: receipt.total, value: '—', strong: true }];
  const owed = due.amount > 0;
  const label = owed ? receipt.totalOwed : receipt.total;
  rows.push({ label, value: moneyText(total), strong: true });
  if (owed) {
    rows.push({ label: receipt.paid, value: moneyText(paid) });
    rows.push({ label: receipt.due, value: moneyText(due), strong: true });
  }
  return rows;
}

function lineText(
  { receipt, language }: Words,
  { kind }: ShownLine,
  { tariff, startedAt, returnedAt, pauses }: Order,
): string {
  const period = (minutes: number) => formatDuration(minutes * 60_000, language);
  if (kind === 'graceRefund') {
    return fill(receipt.graceRefund, { duration: period(tariff.graceMinutes) });
  }
  const isCapped =
    kind === 'usage' &&
    startedAt !== null &&
    returnedAt !== null &&
    reachedCap(tariff, Date.parse(startedAt), Date.parse(returnedAt), readPauses(pauses));
  if (!isCapped) return receipt[kind];
  const amount = moneyText({ amount: tariff.cap, currency: tariff.currency });
  return fill(receipt.usageCapped, { amount, duration: hoursText(tariff.capMinutes, language) });
}

/**
 * A row for each payment method, with the paid amount minus the refunds. GoCash has one row for
 * each of its portions. If there was a hold, the last row shows its result.
 */
function paidFacts(words: Words, { payments }: Order): Fact[] {
  const { receipt } = words;
  const rows: Fact[] = paidParts(payments).map(({ method, portion, amount }) => {
    const goCash = portion === 'bonus' ? receipt.goCashBonus : receipt.goCashTopUp;
    const label = portion === null ? methodText(words, method) : goCash;
    return { label, value: moneyText(amount) };
  });
  const hold = holdFact(words, payments);
  if (hold) rows.push(hold);
  return rows;
}

function invoiceTitle({ papers }: Words, { kind, number }: Invoice): string {
  return fill(kind === 'invoice' ? papers.invoice : papers.creditNote, { number });
}

function invoiceFacts(
  { papers }: Words,
  { corrects, issuedAt, amount, tax, taxRate, seller }: Invoice,
  when: (at: string) => string,
): Fact[] {
  const rows: Fact[] = [
    { label: papers.seller, value: seller.name },
    { label: papers.sellerAddress, value: seller.address },
    { label: papers.taxNumber, value: seller.taxNumber },
    { label: papers.issued, value: when(issuedAt) },
  ];
  if (corrects !== null) rows.push({ label: papers.corrects, value: corrects });
  const net = { ...amount, amount: amount.amount - tax.amount };
  rows.push({ label: papers.net, value: moneyText(net) });
  rows.push({ label: fill(papers.tax, { rate: taxRateText(taxRate) }), value: moneyText(tax) });
  rows.push({ label: papers.gross, value: moneyText(amount), strong: true });
  return rows;
}

function stepText(
  { tracker }: Words,
  payment: OrderPayment,
  { step, amount, failedAt }: PaymentStep,
) {
  const goCash = payment.method.kind === 'goCash';
  const texts = {
    placed: goCash ? tracker.placedGoCash : tracker.placed,
    captured: goCash ? tracker.capturedGoCash : tracker.captured,
    released: tracker.released,
    refunded: failedAt === undefined ? tracker.refunded : tracker.refundFailed,
    declined: tracker.declined,
  };
  return fill(texts[step], { amount: moneyText(amount) });
}
