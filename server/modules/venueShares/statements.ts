import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { BulkActBegun } from '../../../contract/operators/bulkActs.ts';
import type {
  ClosedList,
  ClosedQuery,
  MonthClosed,
  StatementShown,
} from '../../../contract/operators/venueShares.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { isoInZone, startOfDay } from '../../time/timeZones.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { bookVenueShare } from '../ledger/bookVenues.ts';
import { readVenue, venueNotFound } from '../network/venues/readVenue.ts';
import { beginBulkAct, type BulkKinds } from '../bulkActs/bulkActs.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockVenue } from '../venues/venues.ts';
import { totalsOf, type SharedSale, type Totals } from './computeShares.ts';
import { planMail } from './planMail.ts';
import { openSales } from './readSales.ts';

type StatementRow = Selectable<Database['venue_statements']>;
type ShownRow = StatementRow & { paid_on: string | null; mailed_at: Date | null };

/** A statement with its sales, the oldest first. */
export interface Statement {
  shown: StatementShown;
  sales: SharedSale[];
}

/**
 * The closed statements, each with the day of its payment and the time of its first mail. Each of
 * these two values is null if there is no payment or no mail.
 */
export function closedStatements(db: Db | Trx) {
  return db
    .selectFrom('venue_statements')
    .selectAll('venue_statements')
    .select((of) => [
      of
        .selectFrom(payments(db).as('paid'))
        .innerJoin('venue_payouts as payout', 'payout.id', 'paid.payout_id')
        .whereRef('paid.statement_id', '=', 'venue_statements.id')
        .select('payout.paid_on')
        .as('paid_on'),
      of
        .selectFrom('venue_statement_mails as mail')
        .whereRef('mail.statement_id', '=', 'venue_statements.id')
        .select(({ fn }) => fn.min('mail.sent_at').as('at'))
        .as('mailed_at'),
    ]);
}

/** The payouts with the statements that they pay. Reversed payouts are left out. */
function payments(db: Db | Trx) {
  return db
    .selectFrom('venue_payout_statements')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('venue_payout_reversals as reversal')
            .select('reversal.payout_id')
            .whereRef('reversal.payout_id', '=', 'venue_payout_statements.payout_id'),
        ),
      ),
    )
    .select(['payout_id', 'statement_id']);
}

/** The closed statements that no payout pays. A statement without a share needs no payout. */
export function unpaidStatements(db: Db | Trx) {
  return db
    .selectFrom('venue_statements as statement')
    .where('statement.venue_share', '<>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(payments(db).as('paid'))
            .select('paid.payout_id')
            .whereRef('paid.statement_id', '=', 'statement.id'),
        ),
      ),
    );
}

/** The maximum number of rows in one SQL statement. */
const rowsAtOnce = 1_000;

/**
 * The statements of a venue for a month, one for each currency. Before the month is closed, the statements contain the
 * sales so far, and have no numbers.
 *
 * @throws {OpsError} venueNotFound.
 */
export async function readStatements(
  db: Db | Trx,
  venueId: string,
  month: string,
  timeZone: string,
): Promise<Statement[]> {
  const venue = await readVenue(db, venueId);
  const closed = await closedStatements(db)
    .where('venue_id', '=', venueId)
    .where('month', '=', month)
    .orderBy('currency')
    .execute();
  const statements: Statement[] = [];
  for (const row of closed) {
    statements.push(await wholeStatement(db, row));
  }
  const last = await lastClosed(db, venueId);
  // If this month or a later month is closed, the next statement gets the sales that are in no statement yet.
  if (closed.length > 0 || last > month) return statements;
  const names = { venue: venueId, venueName: venue.name, ownerName: venue.ownerName };
  for (const [currency, open] of await openByCurrency(db, venueId, month, timeZone)) {
    // Leave out sales of earlier months that are not closed yet, because these months get their own statements.
    const sales = open.filter((sale) => !isOfFormerMonth(sale, last, month, timeZone));
    if (sales.length === 0) continue;
    const totals = moneyOf(totalsOf(sales), currency);
    const unclosed = { number: null, closedAt: null, mailedAt: null, paidOn: null };
    const shown = { ...names, ...totals, ...unclosed, month, timeZone };
    statements.push({ shown, sales });
  }
  return statements;
}

async function wholeStatement(db: Db | Trx, row: ShownRow): Promise<Statement> {
  return { shown: presentStatement(row), sales: await salesOf(db, row) };
}

/** A closed statement; null if there is none with this id. */
export async function findStatement(db: Db, id: string): Promise<Statement | null> {
  const row = await closedStatements(db).where('id', '=', id).executeTakeFirst();
  return row ? wholeStatement(db, row) : null;
}

/**
 * Closes a month of a venue. The statements of the month get numbers. They contain all sales before
 * the end of the month that are not in an earlier statement. The server books the amount that the
 * operator owes to the owner. If the venue has a mail address, the owner gets each statement by
 * mail.
 *
 * @throws {OpsError} venueNotFound, monthOpen, monthClosed, formerMonthOpen, keyReused.
 */
export function closeMonth(
  work: UnitOfWork,
  venueId: string,
  month: string,
  timeZone: string,
  act: Act,
): Promise<Omit<MonthClosed, 'hasMailServer'>> {
  const asked = { action: 'venue.closeMonth', subject: venueId, details: { month } };
  return actOnce(work, asked, act, {
    async run() {
      const venue = await lockVenue(work.trx, venueId);
      if (!venue) throw venueNotFound(venueId);
      refuseOpenMonth(work, month, timeZone);
      const last = await lastClosed(work.trx, venueId);
      if (last >= month) {
        throw new OpsError('monthClosed', `The month ${last} of this venue is closed already.`);
      }
      const open = await openByCurrency(work.trx, venueId, month, timeZone);
      refuseFormerMonth(open, last, month, timeZone);
      const statements: StatementShown[] = [];
      for (const [currency, sales] of open) {
        const names = { venue_name: venue.name, owner_name: venue.owner_name };
        const row = await insertStatement(work, {
          ...names,
          ...columnsOf(totalsOf(sales)),
          venue_id: venueId,
          month,
          time_zone: timeZone,
          currency,
          closed_by: act.who,
        });
        await insertLines(work, row.id, sales);
        const { number, venue_share: share } = row;
        await bookVenueShare(work, { number, share, currency });
        if (venue.statement_email !== null) await planMail(work, row.id);
        statements.push(presentStatement({ ...row, paid_on: null, mailed_at: null }));
      }
      return {
        answer: { statements },
        after: { numbers: statements.map(({ number }) => number) },
      };
    },
    again: async () => ({
      statements: (await readStatements(work.trx, venueId, month, timeZone)).map(
        ({ shown }) => shown,
      ),
    }),
  });
}

const MonthOf = z.object({ month: z.string() });

/**
 * Begins a bulk act that closes a month of all venues with terms, one after the other. The bulk act skips venues whose
 * month is closed or has no sales.
 *
 * @throws {OpsError} monthOpen, keyReused.
 */
export function beginClosing(
  work: UnitOfWork,
  month: string,
  timeZone: string,
  act: Act,
): Promise<BulkActBegun> {
  const asked = { action: closeMonths, subject: month, details: { month } };
  return beginBulkAct(work, asked, act, async () => {
    refuseOpenMonth(work, month, timeZone);
    const venues = await work.trx
      .selectFrom('venue_terms')
      .select('venue_id')
      .distinct()
      .orderBy('venue_id')
      .execute();
    return venues.map(({ venue_id }) => venue_id);
  });
}

const closeMonths = 'venue.closeMonths';

/** The bulk act that `beginClosing` begins. */
export function closingOfMonths(timeZone: string): BulkKinds {
  return {
    async [closeMonths](work, venueId, { details, act }) {
      const { month } = MonthOf.parse(details);
      await lockVenue(work.trx, venueId);
      if ((await lastClosed(work.trx, venueId)) >= month) return;
      if ((await openByCurrency(work.trx, venueId, month, timeZone)).size === 0) return;
      await closeMonth(work, venueId, month, timeZone, act);
    },
  };
}

function refuseOpenMonth({ now }: UnitOfWork, month: string, timeZone: string): void {
  if (now >= startOfMonth(month, timeZone, 1)) return;
  throw new OpsError('monthOpen', `The month ${month} is not over.`);
}

/**
 * Refuses to close a month while an earlier month with sales is open. Otherwise these sales would be in the wrong
 * statement.
 */
function refuseFormerMonth(
  open: ReadonlyMap<string, SharedSale[]>,
  last: string,
  month: string,
  timeZone: string,
): void {
  const former = [...open.values()]
    .flat()
    .find((sale) => isOfFormerMonth(sale, last, month, timeZone));
  if (!former) return;
  const first = monthOf(former, timeZone);
  throw new OpsError('formerMonthOpen', `Close the month ${first} of this venue first.`);
}

/**
 * Whether a sale belongs to a month before `month` that is not closed. If a sale was stored after the close of its
 * month, it is in no statement yet, and the next statement contains it.
 */
function isOfFormerMonth(sale: SharedSale, last: string, month: string, timeZone: string): boolean {
  const own = monthOf(sale, timeZone);
  return own > last && own < month;
}

function monthOf({ at }: SharedSale, timeZone: string): string {
  return isoInZone(at, timeZone).slice(0, 7);
}

/** A page of the closed statements, the highest number first. */
export async function listClosed(
  db: Db,
  { venue, month, state, after, limit }: ClosedQuery,
): Promise<ClosedList> {
  const rows = await closedStatements(db)
    .$if(state !== undefined, (query) =>
      query.where(
        'id',
        state === 'unpaid' ? 'in' : 'not in',
        unpaidStatements(db).select('statement.id'),
      ),
    )
    .$if(venue !== undefined, (query) => query.where('venue_id', '=', venue ?? ''))
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(year, sequence) < (select year, sequence
          from venue_statements as last where last.number = ${after ?? ''})`,
      ),
    )
    .orderBy('year', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    statements: shown.map(presentStatement),
    after: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

async function openByCurrency(
  db: Db | Trx,
  venueId: string,
  month: string,
  timeZone: string,
): Promise<ReadonlyMap<string, SharedSale[]>> {
  const last = await lastClosed(db, venueId);
  const since = last === '' ? new Date(0) : startOfMonth(last, timeZone);
  const until = startOfMonth(month, timeZone, 1);
  const byCurrency = new Map<string, SharedSale[]>();
  for (const sale of await openSales(db, venueId, { since, until })) {
    byCurrency.set(sale.currency, [...(byCurrency.get(sale.currency) ?? []), sale]);
  }
  return new Map([...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The last closed month of a venue; empty if there is none. */
async function lastClosed(db: Db | Trx, venueId: string): Promise<string> {
  const row = await db
    .selectFrom('venue_statements')
    .select((of) => of.fn.max('month').as('month'))
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return row?.month ?? '';
}

type NewStatement = Omit<StatementRow, 'id' | 'year' | 'sequence' | 'number' | 'closed_at'>;

async function insertStatement(work: UnitOfWork, row: NewStatement): Promise<StatementRow> {
  // The numbers must have no gaps, so this lock makes closes run one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('venue_statements'))`.execute(work.trx);
  const year = Number(row.month.slice(0, 4));
  const { last } = await work.trx
    .selectFrom('venue_statements')
    .select((of) => of.fn.coalesce(of.fn.max('sequence'), sql<number>`0`).as('last'))
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  const sequence = last + 1;
  const number = `V${year}-${String(sequence).padStart(6, '0')}`;
  return work.trx
    .insertInto('venue_statements')
    .values({ ...row, id: randomUUID(), year, sequence, number, closed_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertLines(
  work: UnitOfWork,
  statementId: string,
  sales: readonly SharedSale[],
): Promise<void> {
  for (let from = 0; from < sales.length; from += rowsAtOnce) {
    await work.trx
      .insertInto('venue_statement_lines')
      .values(
        sales.slice(from, from + rowsAtOnce).map((sale, index) => ({
          booking: sale.booking,
          statement_id: statementId,
          place: from + index,
          rental_id: sale.rentalId,
          at: sale.at,
          amount: sale.amount,
          tax: sale.tax,
          share: sale.share,
          venue_share: sale.venueShare,
        })),
      )
      .execute();
  }
}

async function salesOf(db: Db | Trx, { id, currency }: StatementRow): Promise<SharedSale[]> {
  const rows = await db
    .selectFrom('venue_statement_lines')
    .selectAll()
    .where('statement_id', '=', id)
    .orderBy('place')
    .execute();
  return rows.map((row) => ({
    booking: row.booking,
    rentalId: row.rental_id,
    currency,
    at: row.at,
    amount: row.amount,
    tax: row.tax,
    share: row.share,
    venueShare: row.venue_share,
  }));
}

function columnsOf({ captures, refunds, tax, venueShare, operatorShare }: Totals) {
  return { captures, refunds, tax, venue_share: venueShare, operator_share: operatorShare };
}

function presentStatement(row: ShownRow): StatementShown {
  const { captures, refunds, tax, venue_share: venueShare, operator_share: operatorShare } = row;
  return {
    number: row.number,
    venue: row.venue_id,
    venueName: row.venue_name,
    ownerName: row.owner_name,
    month: row.month,
    timeZone: row.time_zone,
    ...moneyOf({ captures, refunds, tax, venueShare, operatorShare }, row.currency),
    closedAt: row.closed_at.toISOString(),
    mailedAt: row.mailed_at?.toISOString() ?? null,
    paidOn: row.paid_on,
  };
}

function moneyOf({ captures, refunds, tax, venueShare, operatorShare }: Totals, currency: string) {
  return {
    captures: { amount: captures, currency },
    refunds: { amount: refunds, currency },
    tax: { amount: tax, currency },
    venueShare: { amount: venueShare, currency },
    operatorShare: { amount: operatorShare, currency },
  };
}

/** The start of the month that is `later` months after this month. */
function startOfMonth(month: string, timeZone: string, later = 0): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return startOfDay(year, number + later, 1, timeZone);
}
