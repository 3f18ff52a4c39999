import type { UnitOfWork } from '../../unitOfWork.ts';
import { book, type Account, type Entry } from './ledger.ts';

/*
 * Bookings of the provider's changes to the money that it owes us. Amounts are signed and in minor
 * units: positive for money that we get.
 */

interface Change {
  /** The provider's id of the change. The key of the booking contains it. */
  id: string;
  amount: number;
  currency: string;
}

/** A fee of the provider; `amount` is negative for a fee that we pay. */
export function bookProviderFee(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `providerFee:${change.id}`, change, 'providerFees');
}

/** A payout to our bank account; `amount` is negative. `id` is the payout's. */
export function bookPayout(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `payout:${change.id}`, change, 'bank');
}

/** The money of a payout came back; `amount` is positive. `id` is the payout's. */
export function bookPayoutReturned(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `payoutReturned:${change.id}`, change, 'bank');
}

/** A movement that belongs to no payment of the server. */
export function bookProviderOther(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `providerOther:${change.id}`, change, 'providerOther');
}

/** Moves the money of a charge to another currency, in which the provider pays it out. */
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
  const entry: Entry =
    amount > 0
      ? { debit: 'clearing', credit: other, amount }
      : { debit: other, credit: 'clearing', amount: -amount };
  await book(work, { key, rentalId: null, currency, entries: [entry] });
}
