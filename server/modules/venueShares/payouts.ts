import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Money } from '../../../contract/money.ts';
import type {
  PayoutList,
  PayoutRecorded,
  PayoutReversed,
  PayoutShown,
  RecordPayout,
} from '../../../contract/operators/venueShares.ts';
import type { Db, Trx } from '../../db/database.ts';
import { moneyText } from '../../text/textFormats.ts';
import { isoInZone } from '../../time/timeZones.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { bookVenuePayout, bookVenuePayoutReversal } from '../ledger/bookVenues.ts';
import { readVenue, venueNotFound } from '../network/venues/readVenue.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockVenue } from '../venues/venues.ts';
import { bookMissingShares } from './bookMissing.ts';
import { unpaidStatements } from './statements.ts';

const mostShown = 100;
const Made = z.object({ payout: z.uuid() });

/**
 * Records a bank transfer that pays closed statements of a venue: those in `statements`, or all unpaid statements in
 * the currency. A statement with a negative share lowers the amount. The amount is zero if the shares cancel each
 * other.
 *
 * @throws {OpsError} venueNotFound, statementNotFound, amountDiffers, timeInvalid, keyReused.
 */
export function recordPayout(
  work: UnitOfWork,
  venueId: string,
  asked: Omit<RecordPayout, 'why'>,
  timeZone: string,
  act: Act,
): Promise<PayoutRecorded> {
  const { amount, currency, statements, paidOn, reference = null } = asked;
  return actOnce(work, { action: 'venue.recordPayout', subject: venueId, details: asked }, act, {
    async run() {
      // With this lock, payouts and closes of a venue run one after the other.
      if (!(await lockVenue(work.trx, venueId))) throw venueNotFound(venueId);
      if (paidOn > isoInZone(work.now, timeZone).slice(0, 10)) {
        throw new OpsError('timeInvalid', 'The day of the transfer is in the future.');
      }
      await bookMissingShares(work, venueId);
      const unpaid = await unpaidStatements(work.trx)
        .where('statement.venue_id', '=', venueId)
        .where('statement.currency', '=', currency)
        .select(['statement.id', 'statement.number', 'statement.month', 'statement.venue_share'])
        .execute();
      const chosen =
        statements === undefined
          ? unpaid
          : unpaid.filter(({ number }) => statements.includes(number));
      const missing = statements?.find((number) => !chosen.some((one) => one.number === number));
      if (missing !== undefined || chosen.length === 0) {
        throw new OpsError(
          'statementNotFound',
          `There is no unpaid statement ${missing ?? 'of this venue'} in ${currency}.`,
        );
      }
      const notOver = chosen.find(({ month }) => paidOn.slice(0, 7) <= month);
      if (notOver) {
        throw new OpsError('timeInvalid', `The day of the transfer is not after ${notOver.month}.`);
      }
      const owed = chosen.reduce((sum, one) => sum + one.venue_share, 0);
      if (owed !== amount) {
        const text = moneyText({ amount: owed, currency });
        throw new OpsError('amountDiffers', `The unpaid statements sum to ${text} (${owed}).`);
      }
      const id = randomUUID();
      await work.trx
        .insertInto('venue_payouts')
        .values({
          id,
          venue_id: venueId,
          currency,
          amount,
          paid_on: paidOn,
          reference,
          recorded_at: work.now,
          recorded_by: act.who,
        })
        .execute();
      const formers = await reversedPayouts(
        work.trx,
        chosen.map((one) => one.id),
      );
      await work.trx
        .insertInto('venue_payout_statements')
        .values(
          chosen.map((one) => ({
            payout_id: id,
            statement_id: one.id,
            former_id: formers.get(one.id) ?? null,
          })),
        )
        .execute();
      await bookVenuePayout(work, { id, amount, currency });
      const payout = await find(work.trx, id);
      return { answer: { payout }, made: { payout: id }, after: { statements: payout.statements } };
    },
    again: async ({ details }) => ({ payout: await find(work.trx, Made.parse(details).payout) }),
  });
}

/**
 * The last payout of each of these unpaid statements, by the id of the statement. Such a payout was reversed, because
 * the statement is unpaid.
 */
async function reversedPayouts(
  trx: Trx,
  statementIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('venue_payout_statements as paid')
    .leftJoin('venue_payout_statements as later', (join) =>
      join
        .onRef('later.former_id', '=', 'paid.payout_id')
        .onRef('later.statement_id', '=', 'paid.statement_id'),
    )
    .where(sql<boolean>`paid.statement_id = any(${[...statementIds]}::uuid[])`)
    .where('later.payout_id', 'is', null)
    .select(['paid.statement_id', 'paid.payout_id'])
    .execute();
  return new Map(rows.map((row) => [row.statement_id, row.payout_id]));
}

/**
 * Reverses a payout, for example because its recorded day is wrong, or because the bank returned the transfer. The
 * statements of the payout become unpaid again.
 *
 * @throws {OpsError} venueNotFound, payoutNotFound, payoutReversed, keyReused.
 */
export function reversePayout(
  work: UnitOfWork,
  venueId: string,
  id: string,
  act: Act,
): Promise<PayoutReversed> {
  const asked = { action: 'venue.reversePayout', subject: venueId, details: { payout: id } };
  return actOnce(work, asked, act, {
    async run() {
      if (!(await lockVenue(work.trx, venueId))) throw venueNotFound(venueId);
      const [payout] = await readPayouts(work.trx, { id, venueId });
      if (!payout) {
        throw new OpsError('payoutNotFound', `The venue has no payout ${id}.`);
      }
      if (payout.reversedAt !== null) {
        throw new OpsError('payoutReversed', `The payout ${id} is reversed already.`);
      }
      await work.trx
        .insertInto('venue_payout_reversals')
        .values({ payout_id: id, reversed_at: work.now, reversed_by: act.who })
        .execute();
      await bookVenuePayoutReversal(work, { id, ...payout.amount });
      return {
        answer: { payout: await find(work.trx, id) },
        after: { statements: payout.statements },
      };
    },
    again: async () => ({ payout: await find(work.trx, id) }),
  });
}

async function find(trx: Trx, id: string): Promise<PayoutShown> {
  const [payout] = await readPayouts(trx, { id });
  if (!payout) throw new Error(`the payout ${id} is gone`);
  return payout;
}

/**
 * The last hundred payouts to a venue, the newest first, and the amounts that the operator owes now. @throws {OpsError}
 * venueNotFound.
 */
export async function listPayouts(db: Db, venueId: string): Promise<PayoutList> {
  await readVenue(db, venueId);
  const owed = await owedByCurrency(db).where('statement.venue_id', '=', venueId).execute();
  return { payouts: await readPayouts(db, { venueId }), owed: owed.map(toMoney) };
}

const toMoney = ({ amount, currency }: Money): Money => ({ amount, currency });

function owedByCurrency(db: Db | Trx) {
  return unpaidStatements(db)
    .groupBy('statement.currency')
    .orderBy('statement.currency')
    .select('statement.currency')
    .select(sql<number>`sum(statement.venue_share)::bigint`.as('amount'));
}

async function readPayouts(
  db: Db | Trx,
  { id, venueId }: { id?: string; venueId?: string },
): Promise<PayoutShown[]> {
  const rows = await db
    .selectFrom('venue_payouts as payout')
    .leftJoin('venue_payout_reversals as reversal', 'reversal.payout_id', 'payout.id')
    .selectAll('payout')
    .select(['reversal.reversed_at', 'reversal.reversed_by'])
    .select((of) =>
      of
        .selectFrom('venue_payout_statements as paid')
        .innerJoin('venue_statements as statement', 'statement.id', 'paid.statement_id')
        .whereRef('paid.payout_id', '=', 'payout.id')
        .select(sql<string[]>`array_agg(statement.number order by statement.number)`.as('numbers'))
        .as('numbers'),
    )
    .$if(id !== undefined, (query) => query.where('payout.id', '=', id ?? ''))
    .$if(venueId !== undefined, (query) => query.where('payout.venue_id', '=', venueId ?? ''))
    .orderBy('payout.recorded_at', 'desc')
    .orderBy('payout.id')
    .limit(mostShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    venue: row.venue_id,
    amount: { amount: row.amount, currency: row.currency },
    paidOn: row.paid_on,
    reference: row.reference,
    statements: row.numbers ?? [],
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: row.recorded_by,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversedBy: row.reversed_by,
  }));
}
