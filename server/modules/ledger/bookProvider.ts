import type { UnitOfWork } from '../../unitOfWork.ts';
import { book, type Account, type Entry } from './ledger.ts';

/*
 * What the payment provider does to the money that it owes us. Amounts are signed, in minor units:
 * positive for money that we get.
 */

interface Change {
  /** The provider's id, which makes the key of the booking. */
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

/** A movement that belongs to no payment of ours. */
export function bookProviderOther(work: UnitOfWork, change: Change): Promise<void> {
  return bookChange(work, `providerOther:${change.id}`, change, 'providerOther');
}

/** The provider owes us the money of a charge in another currency than the charge's. */
export async function bookExchange(
  work: UnitOfWork,
  id: string,
  charged: Omit<Change, 'id'>,
  settled: Omit<Change, 'id'>,
): Promise<void> {
  const given = { id, amount: -charged.amount, currency: charged.currency };
  await bookChange(work, `exchangedFrom:${id}`, given, 'exchange');
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
