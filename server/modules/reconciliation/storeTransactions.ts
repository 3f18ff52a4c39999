import type { BalanceTransaction } from '../../providers/payments/balance.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import {
  bookExchange,
  bookPayout,
  bookPayoutReturned,
  bookProviderFee,
  bookProviderOther,
} from '../ledger/bookProvider.ts';
import { recordDifference } from './differences.ts';

export interface Books {
  provider: string;
  beginsAt: Date;
}

/** Locks the books, so that only one process at a time compares them. */
export async function lockBooks(work: UnitOfWork, { provider }: Books): Promise<void> {
  await work.trx
    .selectFrom('reconciliations')
    .select('provider')
    .where('provider', '=', provider)
    .forUpdate()
    .execute();
}

/** The kinds of transactions that must match the server's own bookings. */
const comparedKinds: ReadonlySet<BalanceTransaction['kind']> = new Set([
  'charge',
  'refund',
  'refundFailure',
  'chargeback',
]);

/**
 * Stores transactions of the provider, and books the movements that payments do not book
 * themselves: fees, payouts, exchanges of currencies, and movements without a payment. A
 * transaction that is already stored is not booked again. If the provider has changed such a
 * transaction, the function records a difference.
 */
export async function storeTransactions(
  work: UnitOfWork,
  books: Books,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  // Sort the transactions, so that two imports lock in the same order and do not deadlock.
  for (const transaction of transactions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (await insert(work, books, transaction)) await bookNew(work, books, transaction);
    else await compareKnown(work, books.provider, transaction);
  }
}

async function insert(
  work: UnitOfWork,
  { provider, beginsAt }: Books,
  transaction: BalanceTransaction,
): Promise<boolean> {
  const { id, kind, type, charged, gross, fee, net, currency, payout } = transaction;
  const isCompared =
    transaction.createdAt >= beginsAt && (comparedKinds.has(kind) || kind === 'payout');
  const inserted = await work.trx
    .insertInto('provider_transactions')
    .values({
      provider,
      id,
      kind,
      type,
      provider_authorization: transaction.authorization,
      charged_amount: charged.amount,
      charged_currency: charged.currency,
      gross,
      fee,
      net,
      currency,
      created_at: transaction.createdAt,
      available_at: transaction.availableAt,
      payout,
      state: isCompared ? 'open' : 'booked',
    })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function bookNew(
  work: UnitOfWork,
  { provider, beginsAt }: Books,
  transaction: BalanceTransaction,
): Promise<void> {
  const { id, kind, type, charged, gross, fee, currency, payout, createdAt } = transaction;
  const isBefore = createdAt < beginsAt;
  // The amount of a fee without a charge is in `gross`.
  const feeChange = kind === 'fee' ? gross - fee : -fee;
  // Skip the fee of a chargeback, because it is booked together with the chargeback.
  if (kind !== 'chargeback' || isBefore) {
    await bookProviderFee(work, { id, amount: feeChange, currency });
  }
  if (kind === 'payout' || kind === 'manualPayout') {
    return bookPayout(work, { id: payout ?? id, amount: gross, currency });
  }
  if (kind === 'payoutReturned') {
    return bookPayoutReturned(work, { id: payout ?? id, amount: gross, currency });
  }
  if (kind === 'other' || (isBefore && comparedKinds.has(kind))) {
    await bookProviderOther(work, { id, amount: gross, currency });
    if (isBefore) return;
    return recordDifference(work, provider, {
      kind: 'unknownType',
      about: id,
      currency,
      amount: gross,
      at: createdAt,
      details: { transaction: id, type },
    });
  }
  if (charged.currency === currency) return;
  await bookExchange(work, id, charged, { amount: gross, currency });
}

/**
 * Finds changes of a stored transaction. Does not update the stored transaction, because it is booked; support corrects
 * the books.
 */
async function compareKnown(
  work: UnitOfWork,
  provider: string,
  { id, gross, fee, net, currency, createdAt }: BalanceTransaction,
): Promise<void> {
  const known = await work.trx
    .selectFrom('provider_transactions')
    .select(['gross', 'fee', 'net'])
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (known.gross === gross && known.fee === fee && known.net === net) return;
  await recordDifference(work, provider, {
    kind: 'changed',
    about: id,
    currency,
    amount: net - known.net,
    at: createdAt,
    details: { transaction: id, before: known, now: { gross, fee, net } },
  });
}
