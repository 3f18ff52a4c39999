import { stringify } from 'csv-stringify/sync';
import type { Language } from '../../../contract/config.ts';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import type { Db } from '../../db/database.ts';
import { dateText, decimalText, fill, moneyText, taxRateText } from '../../text/textFormats.ts';
import { isoInZone } from '../../time/timeZones.ts';
import type { Block, DocumentModel, Fact } from '../documents/documentModel.ts';
import { wordsOf, type Words } from '../documents/words.ts';
import { rentalPlaces } from '../rentalRecords/rentalQueries.ts';
import { totalsOf, type SharedSale } from './computeShares.ts';
import type { Statement } from './statements.ts';

/* The statement of a venue as a document for its owner, and as a table in English for other programs. */

/** The columns of the table. Add new columns only at the end, because other programs read the table. */
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

/** The statement as a document in the language of the venue: the sums, and a row for each day. */
export function statementDocument(
  { shown, sales }: Statement,
  { brand, now, language }: { brand: string; now: Date; language: Language },
): DocumentModel {
  const { papers } = wordsOf(language);
  const { number, venueName, ownerName, month, timeZone } = shown;
  const facts: Fact[] = [
    { label: papers.venueNumber, value: number ?? papers.venueOpen, strong: true },
    { label: papers.venueName, value: venueName },
    { label: papers.venueOwner, value: ownerName },
    { label: papers.venueMonth, value: month },
    { label: papers.venueCaptures, value: moneyText(shown.captures) },
    {
      label: papers.venueRefunds,
      value: moneyText({ ...shown.refunds, amount: 0 - shown.refunds.amount }),
    },
    { label: papers.venueTax, value: moneyText(shown.tax) },
    { label: papers.venueOperatorShare, value: moneyText(shown.operatorShare) },
    { label: papers.venueVenueShare, value: moneyText(shown.venueShare), strong: true },
  ];
  const blocks: Block[] = [{ kind: 'facts', rows: facts }];
  if (sales.length > 0) {
    blocks.push({ kind: 'heading', text: papers.venueDays }, daysTable(papers, sales, timeZone));
  }
  return {
    language,
    brand: brand || papers.unnamed,
    title:
      number === null
        ? fill(papers.venueOpenTitle, { venue: venueName, month })
        : fill(papers.venueTitle, { number }),
    heading: papers.venueHeading,
    lead: fill(papers.made, { date: dateText(now, timeZone), zone: timeZone }),
    pageWords: papers.page,
    madeAt: now,
    blocks,
  };
}

function daysTable(papers: Words['papers'], sales: readonly SharedSale[], timeZone: string): Block {
  const byDay = new Map<string, SharedSale[]>();
  for (const sale of sales) {
    const day = isoInZone(sale.at, timeZone).slice(0, 10);
    byDay.set(day, [...(byDay.get(day) ?? []), sale]);
  }
  const money = (amount: number) => moneyText({ amount, currency: sales[0]?.currency ?? 'USD' });
  const amounts = [
    papers.venueCaptures,
    papers.venueRefunds,
    papers.venueTax,
    papers.venueOperator,
    papers.venueShare,
  ];
  return {
    kind: 'table',
    columns: [
      { label: papers.venueDay, share: 2 },
      ...amounts.map((label) => ({ label, share: 2, end: true })),
    ],
    rows: [...byDay].map(([day, ofDay]) => {
      const { captures, refunds, tax, venueShare, operatorShare } = totalsOf(ofDay);
      return [day, ...[captures, 0 - refunds, tax, operatorShare, venueShare].map(money)];
    }),
  };
}

/**
 * Generates a table with a row for each capture and refund of the statements, in chunks. The amount of a refund is
 * negative.
 */
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
