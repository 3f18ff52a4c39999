import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import type { Db } from '../../db/database.ts';
import { dateText, decimalText, fill, moneyText, taxRateText } from '../../textFormats.ts';
import { isoInZone } from '../../timeZones.ts';
import type { Block, DocumentModel, Fact } from '../documents/documentModel.ts';
import { wordsOf } from '../documents/words.ts';
import { rentalPlaces } from '../rentalRecords/rentalQueries.ts';
import { totalsOf, type SharedSale } from './computeShares.ts';
import type { Statement } from './statements.ts';

/* The statement of a venue as a document and as a table. Both are in English, like everything for operators. */

/** The columns of the table. Other programs read them, so new columns are added only at the end. */
const columns = [
  'statement',
  'time',
  'order',
  'station',
  'currency',
  'amount',
  'tax',
  'share_percent',
  'venue_share',
  'operator_share',
];
const ordersAtOnce = 1_000;

/** The statement as a document: the sums, and a row for each day. */
export function statementDocument(
  { shown, sales }: Statement,
  { brand, now }: { brand: string; now: Date },
): DocumentModel {
  const { papers } = wordsOf('en');
  const { number, venueName, ownerName, month, timeZone } = shown;
  const facts: Fact[] = [
    { label: 'Number', value: number ?? 'not closed yet', strong: true },
    { label: 'Venue', value: venueName },
    { label: 'Owner', value: ownerName },
    { label: 'Month', value: month },
    { label: 'Captures', value: moneyText(shown.captures) },
    { label: 'Refunds', value: moneyText({ ...shown.refunds, amount: 0 - shown.refunds.amount }) },
    { label: 'Tax', value: moneyText(shown.tax) },
    { label: 'Share of the operator', value: moneyText(shown.operatorShare) },
    { label: 'Share of the venue', value: moneyText(shown.venueShare), strong: true },
  ];
  const blocks: Block[] = [{ kind: 'facts', rows: facts }];
  if (sales.length > 0) {
    blocks.push({ kind: 'heading', text: 'Days' }, daysTable(sales, timeZone));
  }
  return {
    language: 'en',
    brand: brand || papers.unnamed,
    title: number === null ? `Statement of ${venueName} for ${month}` : `Statement ${number}`,
    heading: 'Statement of a venue',
    lead: fill(papers.made, { date: dateText(now, timeZone), zone: timeZone }),
    pageWords: papers.page,
    madeAt: now,
    blocks,
  };
}

function daysTable(sales: readonly SharedSale[], timeZone: string): Block {
  const byDay = new Map<string, SharedSale[]>();
  for (const sale of sales) {
    const day = isoInZone(sale.at, timeZone).slice(0, 10);
    byDay.set(day, [...(byDay.get(day) ?? []), sale]);
  }
  const money = (amount: number) => moneyText({ amount, currency: sales[0]?.currency ?? 'USD' });
  return {
    kind: 'table',
    columns: [
      { label: 'Day', share: 2 },
      { label: 'Captures', share: 2, end: true },
      { label: 'Refunds', share: 2, end: true },
      { label: 'Tax', share: 2, end: true },
      { label: 'Operator', share: 2, end: true },
      { label: 'Venue', share: 2, end: true },
    ],
    rows: [...byDay].map(([day, ofDay]) => {
      const { captures, refunds, tax, venueShare, operatorShare } = totalsOf(ofDay);
      return [day, ...[captures, 0 - refunds, tax, operatorShare, venueShare].map(money)];
    }),
  };
}

/** Generates a table with a row for each capture and refund of the statements, in chunks. A refund is below zero. */
export async function* statementsCsv(
  db: Db,
  statements: readonly Statement[],
): AsyncGenerator<string, void, undefined> {
  const options = { record_delimiter: 'windows' } as const;
  yield stringify([columns], options);
  for (const { shown, sales } of statements) {
    for (let from = 0; from < sales.length; from += ordersAtOnce) {
      const part = sales.slice(from, from + ordersAtOnce);
      const orders = await ordersOf(db, part);
      const rows = part.map((sale) => {
        const { currency, amount, tax, venueShare } = sale;
        const decimal = (value: number) => decimalText({ amount: value, currency });
        const order = orders.get(sale.rentalId);
        return [
          shown.number ?? '',
          isoInZone(sale.at, shown.timeZone),
          escapeFormula(order?.number ?? ''),
          escapeFormula(order?.station_id ?? ''),
          currency,
          decimal(amount),
          decimal(tax),
          taxRateText(sale.share).replace('%', ''),
          decimal(venueShare),
          decimal(amount - tax - venueShare),
        ];
      });
      yield stringify(rows, options);
    }
  }
}

async function ordersOf(db: Db, sales: readonly SharedSale[]) {
  const rows = await db
    .selectFrom(rentalPlaces(db).as('rental'))
    .select(['id', 'number', 'station_id'])
    .where('id', 'in', [...new Set(sales.map(({ rentalId }) => rentalId))])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
