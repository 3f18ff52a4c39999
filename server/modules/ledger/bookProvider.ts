import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { entriesOf } from './entriesOf.ts';
import { book, type Account } from './ledger.ts';

/*
 * These functions book changes to the money that the provider owes the operator. Amounts are in
 * minor units. An amount is positive if the provider then owes the operator more.
 */

interface Change {
  /** The provider's id of the change. It is part of the key of the booking. */
  id: string;
  amount: number;
  currency: string;
}

/** Books a fee of the provider. `amount` is negative if the operator pays the fee. */
export function bookProviderFee(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `providerFee:${change.id}`, change, 'providerFees');
}

/** Books a payout to the operator's bank account. `amount` is negative. `id` is the id of the payout. */
export function bookPayout(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `payout:${change.id}`, change, 'bank');
}

/**
 * Books the money of a payout that failed and came back to the provider. `amount` is positive. `id` is the id of the
 * payout.
 */
export function bookPayoutReturned(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `payoutReturned:${change.id}`, change, 'bank');
}

/** Books a movement at the provider that does not belong to a payment of the server. */
export function bookProviderOther(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `providerOther:${change.id}`, change, 'providerOther');
}

/** Books the provider's exchange of the money of a transaction into the currency of the payouts. */
export async function bookExchange(
  work: UnitOfWork,
  id: string,
  charged: Omit<Change, 'id'>,
  settled: Omit<Change, 'id'>,
): Promise<void> {
  const from = { id, amount: -charged.amount, currency: charged.currency };
  await bookChange(work, `exchangedFrom:${id}`, from, 'exchange');
  await bookChange(work, `exchangedTo:${id}`, { id, ...settled }, 'exchange');
}

async function bookChange(
  work: UnitOfWork,
  key: string,
  { amount, currency }: Change,
  other: Account,
): Promise<void> {
  if (amount === 0) return;
  const entries =
    amount > 0 ? entriesOf('clearing', other, amount) : entriesOf(other, 'clearing', -amount);
  await book(work, { key, rentalId: null, currency, entries });
}
