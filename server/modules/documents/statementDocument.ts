import type { Order } from '../../../contract/orders.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { dateText, fill, moneyText } from '../../text/textFormats.ts';
import type { Block, Fact, DocumentModel } from './documentModel.ts';
import type { DocumentOptions } from './receiptDocument.ts';
import { statusText, wordsOf, type Words } from './words.ts';

export interface Statement {
  /** The month, such as `2026-11`. */
  month: string;
  rider: { name: string | null; number: string };
  /** The orders. The oldest order is first. */
  orders: readonly Order[];
}

/** The statement of a month: every order, and the totals. */
export function statementDocument(
  { month, rider, orders }: Statement,
  { language, timeZone, brand, now }: DocumentOptions,
): DocumentModel {
  const words = wordsOf(language);
  const { papers } = words;
  const heading = fill(papers.statementTitle, { month: monthText(month) });
  const about: Fact[] = [
    ...(rider.name ? [{ label: papers.rider, value: rider.name }] : []),
    { label: papers.userId, value: rider.number },
    { label: papers.orders, value: String(orders.length) },
  ];
  const blocks: Block[] = [{ kind: 'facts', rows: [...about, ...totalFacts(words, orders)] }];
  if (orders.length === 0) blocks.push({ kind: 'text', text: papers.none });
  else {
    blocks.push(
      { kind: 'heading', text: papers.ordersHeading },
      ordersTable(words, orders, timeZone),
    );
  }
  return {
    language,
    brand,
    title: heading,
    heading,
    lead: fill(papers.made, { date: dateText(now, timeZone), zone: timeZone }),
    pageWords: papers.page,
    madeAt: now,
    blocks,
  };
}

/** Returns a month such as `Nov 2026`. Months are in English in every language. */
function monthText(month: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** The totals by currency, because amounts of different currencies cannot be added. */
function totalFacts({ papers }: Words, orders: readonly Order[]): Fact[] {
  const currencies = new Set(orders.map(({ tariff }) => tariff.currency));
  return [...currencies].sort().flatMap((currency) => {
    const mine = orders.filter(({ tariff }) => tariff.currency === currency);
    const sum = (amountOf: (order: Order) => number) =>
      moneyText({ amount: mine.reduce((all, order) => all + amountOf(order), 0), currency });
    return [
      {
        label: fill(papers.totalIn, { currency }),
        value: sum(({ total }) => total?.amount ?? 0),
        strong: true,
      },
      { label: fill(papers.paidIn, { currency }), value: sum(({ paid }) => paid.amount) },
      { label: fill(papers.refundedIn, { currency }), value: sum(refundedOf) },
      { label: fill(papers.dueIn, { currency }), value: sum(({ due }) => due.amount) },
    ];
  });
}

/** The refunds of an order, in minor units. */
export function refundedOf({ payments }: Order): number {
  return payments.reduce((sum, { refunded }) => sum + refunded.amount, 0);
}

function ordersTable(words: Words, orders: readonly Order[], timeZone: string): Block {
  const { receipt, papers, language } = words;
  return {
    kind: 'table',
    columns: [
      { label: receipt.pickUp, share: 30 },
      { label: receipt.orderId, share: 26 },
      { label: papers.from, share: 27 },
      { label: papers.durationShort, share: 19 },
      { label: papers.status, share: 18 },
      { label: papers.totalShort, share: 15, end: true },
    ],
    rows: orders.map((order) => {
      const { number, createdAt, startedAt, returnedAt, station, total } = order;
      const duration =
        startedAt === null || returnedAt === null
          ? '—'
          : formatDuration(Date.parse(returnedAt) - Date.parse(startedAt), language);
      return [
        dateText(startedAt ?? createdAt, timeZone),
        number,
        station.name,
        duration,
        statusText(words, order),
        total === null ? '—' : moneyText(total),
      ];
    }),
  };
}
