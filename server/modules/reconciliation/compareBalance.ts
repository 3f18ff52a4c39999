import { sql } from 'kysely';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { clearingChanges } from '../ledger/ledgerQueries.ts';
import { providerPayments } from '../payments/paymentQueries.ts';
import { openBookings, openTransactions, paymentOfBooking } from './compareMoves.ts';
import { recordComparison, type Difference } from './differences.ts';
import type { Books } from './storeTransactions.ts';

/** Amounts in minor units, by currency. */
type Amounts = readonly { currency: string; amount: number }[];

/**
 * Compares the provider's balance with the amount that the provider owes the operator according to
 * the ledger. The comparison leaves out movements that only the provider or only the ledger has:
 * they are pending, or `compareMoves` reports them. It also leaves out the amounts of the
 * differences of the kind `changed`.
 */
export async function compareBalance(
  work: UnitOfWork,
  books: Books,
  balance: Amounts,
): Promise<void> {
  const unexplained = new Map<string, number>();
  const add = (amounts: Amounts, sign: 1 | -1) => {
    for (const { currency, amount } of amounts) {
      unexplained.set(currency, (unexplained.get(currency) ?? 0) + sign * amount);
    }
  };
  add(balance, 1);
  add(await owedWithoutOpenBookings(work, books), -1);
  add(await openTransactions(work.trx, books), -1);
  add(await changedAmounts(work, books), -1);
  const found = [...unexplained]
    .filter(([, amount]) => amount !== 0)
    .map(([currency, amount]): Difference => {
      const theirs = balance.find((one) => one.currency === currency)?.amount ?? 0;
      return {
        kind: 'balance',
        about: `${currency}:${amount}`,
        currency,
        amount,
        at: work.now,
        details: { providerBalance: theirs },
      };
    });
  await recordComparison(work, books.provider, ['balance'], found);
}

/**
 * Returns how much the provider owes: the balance of the ledger minus the bookings without a matching transaction of
 * the provider. A single statement reads both, so a payment that is booked at the same time cannot cause a false
 * difference.
 */
function owedWithoutOpenBookings(work: UnitOfWork, books: Books): Promise<Amounts> {
  const open = work.trx
    .selectFrom(openBookings(work.trx, books).as('open'))
    .select(['open.currency', sql<number>`-open.amount`.as('amount')]);
  return owedByLedger(work, books).unionAll(open).execute();
}

/**
 * Returns the query for the amount that the provider owes according to the ledger. Payments through other providers do
 * not count, for example through a provider that the operator used before.
 */
function owedByLedger(work: UnitOfWork, { provider }: Books) {
  return work.trx
    .selectFrom(clearingChanges(work.trx).as('booked'))
    .leftJoin(providerPayments(work.trx).as('payment'), (join) =>
      join.on(paymentOfBooking, '=', sql<string>`payment.id::text`),
    )
    .where((on) =>
      on.or([on('payment.provider', 'is', null), on('payment.provider', '=', provider)]),
    )
    .groupBy('booked.currency')
    .select(['booked.currency', sql<number>`sum(booked.amount)::bigint`.as('amount')]);
}

function changedAmounts(work: UnitOfWork, { provider }: Books): Promise<Amounts> {
  return work.trx
    .selectFrom('reconciliation_differences')
    .select(['currency', 'amount'])
    .where('provider', '=', provider)
    .where('kind', '=', 'changed')
    .execute();
}
