import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { clearingChanges } from '../ledger/ledgerQueries.ts';
import { providerPayments } from '../payments/paymentQueries.ts';
import { recordComparison, type Difference } from './differences.ts';
import { matchMoves, type Move } from './matchMoves.ts';
import type { Books } from './storeTransactions.ts';

type OurMove = Move & { rentalId: string | null; paymentId: string | null };

/**
 * The id of the payment in the key of a booking. The key of a chargeback contains the id of the chargeback before the
 * id of the payment.
 */
export const paymentOfBooking = sql<string>`split_part(booked.key, ':',
  case when booked.key like 'chargeback%' then 3 else 2 end)`;

/**
 * The kind of a booking, by the first part of its key. It is null for bookings that the reconciliation does not
 * compare.
 */
const kindOfBooking = sql<string | null>`case
  when booked.key like 'charge:%' or booked.key like 'resolve:%' then 'charge'
  when booked.key like 'refund:%' or booked.key like 'refundOutside:%' then 'refund'
  when booked.key like 'refundReturned:%' then 'refundFailure'
  when booked.key like 'chargeback:%' then 'chargeback' end`;

/**
 * Returns the query for the bookings that moved money at this provider and match no transaction of the provider yet.
 * Fees and payouts are not in the result, because the server makes their bookings from the provider's transactions.
 */
export function openBookings(db: Db, { provider }: Books) {
  return db
    .selectFrom(clearingChanges(db).as('booked'))
    .innerJoin(providerPayments(db).as('payment'), (join) =>
      join
        .on(paymentOfBooking, '=', sql<string>`payment.id::text`)
        .on('payment.provider', '=', provider),
    )
    .leftJoin('provider_transactions as theirs', 'theirs.booking_key', 'booked.key')
    .where('theirs.id', 'is', null)
    .where('booked.amount', '<>', 0)
    .where(kindOfBooking, 'is not', null)
    .select(['booked.key as id', 'booked.rental_id as rentalId', 'payment.id as paymentId'])
    .select(['payment.provider_authorization as authorization', 'booked.amount'])
    .select(['booked.currency', 'booked.created_at as at', kindOfBooking.$notNull().as('kind')]);
}

/** Returns the provider's transactions that match no booking of the server yet. Payouts are not in the result. */
export function openTransactions(db: Db, { provider }: Books): Promise<Move[]> {
  return db
    .selectFrom('provider_transactions')
    .select(['id', 'kind', 'provider_authorization as authorization', 'created_at as at'])
    .select(['charged_amount as amount', 'charged_currency as currency'])
    .where('provider', '=', provider)
    .where('state', '=', 'open')
    .where('kind', '<>', 'payout')
    .execute();
}

/**
 * Compares the server's bookings with the provider's transactions. Finds bookings without a transaction, transactions
 * without a booking, and pairs with different amounts.
 */
export async function compareMoves(work: UnitOfWork, books: Books, settledAt: Date): Promise<void> {
  const { provider } = books;
  const ours: OurMove[] = await openBookings(work.trx, books).execute();
  const theirs = await openTransactions(work.trx, books);
  const compared = matchMoves(ours, theirs, settledAt);
  for (const { ours: booking, theirs: transaction } of compared.matched) {
    await close(work, provider, transaction, { state: 'matched', booking_key: booking.id });
  }
  for (const transaction of compared.cancelled) {
    await close(work, provider, transaction, { state: 'cancelled' });
  }
  const known = new Map(ours.map((move) => [move.id, move]));
  const about = ({ id }: Move) => {
    const { paymentId = null, rentalId = null } = known.get(id) ?? {};
    return { booking: id, paymentId, rentalId };
  };
  await recordComparison(
    work,
    provider,
    ['missingHere', 'missingThere', 'otherAmount'],
    [
      ...compared.missingHere.map((move) => missingHere(move)),
      ...compared.missingThere.map((move): Difference => {
        const { rentalId, ...details } = about(move);
        return { ...differenceOf(move, 'missingThere', -move.amount), rentalId, details };
      }),
      ...compared.unequal.map((pair): Difference => {
        const { rentalId, ...booking } = about(pair.ours);
        const details = {
          ...booking,
          transaction: pair.theirs.id,
          ours: pair.ours.amount,
          theirs: pair.theirs.amount,
        };
        const amount = pair.theirs.amount - pair.ours.amount;
        return { ...differenceOf(pair.theirs, 'otherAmount', amount), rentalId, details };
      }),
    ],
  );
}

function missingHere(move: Move): Difference {
  const details = { transaction: move.id, type: move.kind, authorization: move.authorization };
  return { ...differenceOf(move, 'missingHere', move.amount), details };
}

function differenceOf({ id, currency, at }: Move, kind: Difference['kind'], amount: number) {
  return { kind, about: id, currency, amount, at };
}

async function close(
  work: UnitOfWork,
  provider: string,
  { id }: Move,
  set: { state: 'matched'; booking_key: string } | { state: 'cancelled' },
): Promise<void> {
  await work.trx
    .updateTable('provider_transactions')
    .set(set)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}
