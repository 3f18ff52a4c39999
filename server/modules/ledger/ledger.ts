import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillLine } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { issueInvoice } from '../invoices/issueInvoice.ts';

/**
 * Double entry: every entry moves an amount from one account to another. Therefore the sum of all
 * accounts is always zero.
 *
 * - `receivable`: the debt of riders. A bill raises it, a payment lowers it. It is zero for each
 *   complete order, and below zero while the operator owes the rider a refund that failed.
 * - `held` and `holds`: the money that banks hold for the operator, and that is not captured yet. The
 *   two accounts mirror each other.
 * - `clearing`: the money that the payment provider owes the operator. Charges and captures raise it.
 *   Refunds, `providerFees` and payouts to the `bank` lower it.
 * - `providerOther`: the provider's movements that belong to no payment.
 * - `exchange`: the money that the provider exchanged from one currency into another.
 * - `wallet:…`: the GoCash that the operator owes a rider.
 * - `walletHolds`: the GoCash that is reserved for orders.
 * - `topUps`: money between a card and a wallet. It is zero for each settled top-up.
 * - `promotion:…`: the cost of bonuses and rewards.
 * - `forfeited`: the GoCash of deleted accounts.
 * - `writtenOff`: the refunds to cards of GoCash that the rider had spent.
 * - `chargebacks`: the money that the provider withdrew for chargebacks that are not decided.
 * - `chargebackLosses`: the amounts of lost chargebacks.
 * - `chargebackFees`: the provider's fees for chargebacks.
 * - `venueShares`: the cost of the shares of venues, as their closed statements have them.
 * - `venuesPayable`: what the operator owes to the owners of venues: the closed statements that are not paid.
 * - `revenue:…`: the lines of the bills.
 */
export type Account =
  | 'clearing'
  | 'receivable'
  | 'held'
  | 'holds'
  | 'walletHolds'
  | 'topUps'
  | 'forfeited'
  | 'providerFees'
  | 'providerOther'
  | 'bank'
  | 'exchange'
  | 'writtenOff'
  | 'chargebacks'
  | 'chargebackFees'
  | 'chargebackLosses'
  | 'venueShares'
  | 'venuesPayable'
  | `promotion:${'topUpBonus' | 'referral' | 'coupon' | 'campaign' | 'support'}`
  | `wallet:${string}:${'topUp' | 'bonus'}`
  | `revenue:${BillLine['kind']}`;

export interface Entry {
  debit: Account;
  credit: Account;
  /** The amount is above zero. */
  amount: number;
}

export interface Booking {
  /** The key of the booking. A second booking with the same key is refused. */
  key: string;
  rentalId: string | null;
  currency: string;
  entries: Entry[];
  /** The payment that a rider made or got back, if the booking is a capture or a refund. */
  paymentId?: string;
  /** Whether the booking reverses a refund that failed. */
  isReturnedRefund?: boolean;
}

interface MovedPayment {
  id: string;
  rental_id: string | null;
  top_up_id: string | null;
  currency: string;
  amount: number;
}

/** The account to which a payment belongs. The GoCash of a top-up has a separate booking. */
function paidAccount({ top_up_id }: MovedPayment): Account {
  return top_up_id ? 'topUps' : 'receivable';
}

/** Books that a bank holds an amount for the operator. */
export async function bookHold(work: UnitOfWork, payment: MovedPayment): Promise<void> {
  await book(work, {
    key: `hold:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'held', credit: 'holds', amount: payment.amount }],
  });
}

/** Books the end of a hold: `captured` is captured, and the rest is released. A hold ends once. */
export async function bookHoldCaptured(
  work: UnitOfWork,
  payment: MovedPayment,
  captured: number,
): Promise<void> {
  await book(work, {
    key: `resolve:${payment.id}`,
    rentalId: payment.rental_id,
    paymentId: payment.id,
    currency: payment.currency,
    entries: [
      { debit: 'holds', credit: 'held', amount: payment.amount },
      { debit: 'clearing', credit: paidAccount(payment), amount: captured },
    ],
  });
}

/** Books the end of a hold without a capture. Books nothing for a hold that was never placed. */
export async function bookHoldReleased(work: UnitOfWork, payment: MovedPayment): Promise<void> {
  if (!(await isBooked(work, [`hold:${payment.id}`]))) return;
  await book(work, {
    key: `resolve:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'holds', credit: 'held', amount: payment.amount }],
  });
}

/** Books a charge that had no hold. */
export async function bookCharge(work: UnitOfWork, payment: MovedPayment): Promise<void> {
  await book(work, {
    key: `charge:${payment.id}`,
    rentalId: payment.rental_id,
    paymentId: payment.id,
    currency: payment.currency,
    entries: [{ debit: 'clearing', credit: paidAccount(payment), amount: payment.amount }],
  });
}

/** Books a refund of `amount`. `total` is the sum of all refunds of this payment, including `amount`. */
export async function bookRefund(
  work: UnitOfWork,
  payment: MovedPayment,
  amount: number,
  total: number,
): Promise<void> {
  await book(work, {
    key: `refund:${payment.id}:${total}`,
    rentalId: payment.rental_id,
    paymentId: payment.id,
    currency: payment.currency,
    entries: [{ debit: paidAccount(payment), credit: 'clearing', amount }],
  });
}

/**
 * Books a refund that somebody made in the provider's own web pages. `refund` is the provider's id of the
 * refund.
 */
export async function bookRefundOutside(
  work: UnitOfWork,
  payment: MovedPayment,
  amount: number,
  refund: string,
): Promise<void> {
  await book(work, {
    key: refundOutsideKey(payment.id, refund),
    rentalId: payment.rental_id,
    paymentId: payment.id,
    currency: payment.currency,
    entries: [{ debit: paidAccount(payment), credit: 'clearing', amount }],
  });
}

/** The key of the booking of `bookRefundOutside`. Callers use it to check whether the booking exists. */
export function refundOutsideKey(paymentId: string, refund: string): string {
  return `refundOutside:${paymentId}:${refund}`;
}

/** Reverses the booking of a failed refund. `refund` is the provider's id of the refund. */
export async function bookRefundReturned(
  work: UnitOfWork,
  payment: MovedPayment,
  amount: number,
  refund: string,
): Promise<void> {
  await book(work, {
    key: refundReturnedKey(payment.id, refund),
    rentalId: payment.rental_id,
    paymentId: payment.id,
    isReturnedRefund: true,
    currency: payment.currency,
    entries: [{ debit: 'clearing', credit: paidAccount(payment), amount }],
  });
}

/** The key of the booking of `bookRefundReturned`. Callers use it to check whether the booking exists. */
export function refundReturnedKey(paymentId: string, refund: string): string {
  return `refundReturned:${paymentId}:${refund}`;
}

interface BookedBill {
  rentalId: string;
  currency: string;
  lines: readonly BillLine[];
}

/** Books the cost of an order, once its bill is known. */
export async function bookBill(work: UnitOfWork, bill: BookedBill): Promise<void> {
  await bookLines(work, `bill:${bill.rentalId}`, bill);
}

/** Lowers a booked bill after a decision of support, once for each order. */
export function bookSupportRefund(work: UnitOfWork, bill: BookedBill): Promise<void> {
  return bookLines(work, `supportRefund:${bill.rentalId}`, bill);
}

/** Lowers a booked bill after a refund of one payment, once for each id `refund`. */
export function bookPaymentRefund(
  work: UnitOfWork,
  refund: string,
  bill: BookedBill,
): Promise<void> {
  return bookLines(work, `refundedBill:${refund}`, bill);
}

const waiverKeys = { first: 'waived', found: 'waivedFound', returned: 'waivedAgain' } as const;

/**
 * Waives the rest of a bill that is below the minimum charge, once for each bill. A lost rental has a further
 * bill after its charger was found, and another one after a report of an earlier return.
 */
export function bookWaiver(
  work: UnitOfWork,
  bill: BookedBill,
  which: keyof typeof waiverKeys,
): Promise<void> {
  return bookLines(work, `${waiverKeys[which]}:${bill.rentalId}`, bill);
}

/** Reverses a wrong bill completely, and books the correct bill, once for each order. */
export async function correctBill(
  work: UnitOfWork,
  bill: BookedBill,
  former: readonly BillLine[],
): Promise<void> {
  const reversed = former.map(({ kind, amount }) => ({ kind, amount: -amount }));
  await bookLines(work, `billReversed:${bill.rentalId}`, { ...bill, lines: reversed });
  await bookLines(work, `billCorrected:${bill.rentalId}`, bill);
}

/**
 * Corrects the bill of a lost order whose charger came back after the loss, once for each order. The keys
 * differ from the keys of `correctBill`, because a later report may still prove an earlier return.
 */
export async function correctFoundBill(
  work: UnitOfWork,
  bill: BookedBill,
  former: readonly BillLine[],
): Promise<void> {
  const reversed = former.map(({ kind, amount }) => ({ kind, amount: -amount }));
  await bookLines(work, `foundReversed:${bill.rentalId}`, { ...bill, lines: reversed });
  await bookLines(work, `foundCorrected:${bill.rentalId}`, bill);
}

async function bookLines(
  work: UnitOfWork,
  key: string,
  { rentalId, currency, lines }: BookedBill,
): Promise<void> {
  const entries = lines
    .filter(({ amount }) => amount !== 0)
    .map(({ kind, amount }): Entry => {
      const revenue: Account = `revenue:${kind}`;
      return amount > 0
        ? { debit: 'receivable', credit: revenue, amount }
        : { debit: revenue, credit: 'receivable', amount: -amount };
    });
  await book(work, { key, rentalId, currency, entries });
}

/**
 * Stores a booking and returns its id. Returns null if the booking has no entries.
 *
 * @throws if a booking with this key exists, because the caller's state machine then ran a step twice.
 */
export async function book(work: UnitOfWork, booking: Booking): Promise<string | null> {
  const { key, rentalId, currency, entries, paymentId, isReturnedRefund = false } = booking;
  if (entries.length === 0) return null;
  const id = randomUUID();
  const accounts = new Set(entries.flatMap(({ debit, credit }) => [debit, credit]));
  await work.trx
    .insertInto('ledger_accounts')
    .values(
      // Accounts are always inserted in the same order, so that concurrent first bookings do not deadlock.
      [...accounts].sort().map((account) => ({
        id: accountId(account, currency),
        user_id: null,
        currency,
        balance: null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await work.trx
    .insertInto('ledger_transactions')
    .values({ id, key, rental_id: rentalId, created_at: work.now })
    .execute();
  await work.trx
    .insertInto('ledger_entries')
    .values(
      entries.map(({ debit, credit, amount }) => ({
        transaction_id: id,
        debit: accountId(debit, currency),
        credit: accountId(credit, currency),
        amount,
        currency,
      })),
    )
    .execute();
  const amount = saleIn(entries);
  if (paymentId !== undefined && rentalId !== null && amount !== 0) {
    const isCapture = amount > 0 && !isReturnedRefund;
    await issueInvoice(work, { booking: id, paymentId, rentalId, currency, amount, isCapture });
  }
  return id;
}

/** What a rider paid in this booking, less what the rider got back. A bill is no payment. */
function saleIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, { debit, credit, amount }) => {
    if (credit === 'receivable' && !debit.startsWith('revenue:')) return sum + amount;
    return debit === 'receivable' && !credit.startsWith('revenue:') ? sum - amount : sum;
  }, 0);
}

/** Whether there is a booking with one of these keys. */
export async function isBooked(work: UnitOfWork, keys: readonly string[]): Promise<boolean> {
  const booked = await work.trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('key', 'in', [...keys])
    .executeTakeFirst();
  return booked !== undefined;
}

/** The stored balance of an account, in minor units. It is null for an account without a stored balance. */
export interface Balance {
  id: string;
  balance: number | null;
}

/** The stored balances of these accounts. The list omits accounts that do not exist. */
export function readBalances(db: Db, ids: readonly string[]): Promise<Balance[]> {
  return balancesOf(db, ids).execute();
}

/** Reads the stored balances, and locks them until the transaction ends, in the order of the ids. */
export function lockBalances(work: UnitOfWork, ids: readonly string[]): Promise<Balance[]> {
  return balancesOf(work.trx, ids).orderBy('id').forUpdate().execute();
}

function balancesOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance'])
    .where('id', 'in', [...ids]);
}

/** The currencies of a rider's accounts, in alphabetical order. */
export async function currenciesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('currency')
    .execute();
  return rows.map(({ currency }) => currency);
}

/** Opens accounts with a stored balance of zero. Existing accounts do not change. */
export async function openAccounts(
  work: UnitOfWork,
  ids: readonly string[],
  { userId, currency }: { userId: string; currency: string },
): Promise<void> {
  await work.trx
    .insertInto('ledger_accounts')
    .values(ids.map((id) => ({ id, user_id: userId, currency, balance: 0 })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Adds to the stored balances of accounts, and returns the new balances. The caller has locked the
 * accounts.
 */
export function changeBalances(
  work: UnitOfWork,
  changes: readonly (readonly [id: string, change: number])[],
): Promise<Balance[]> {
  const cases = changes.map(([id, change]) => sql`when ${id} then ${change}::int`);
  return work.trx
    .updateTable('ledger_accounts')
    .set({ balance: sql<number>`balance + case id ${sql.join(cases, sql` `)} end` })
    .where(
      'id',
      'in',
      changes.map(([id]) => id),
    )
    .returning(['id', 'balance'])
    .execute();
}

export function accountId(account: Account, currency: string): string {
  return `${account}:${currency}`;
}
