import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillLine } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { issueInvoice } from '../invoices/issueInvoice.ts';

/**
 * Double entry: every entry moves an amount from one account to another. Therefore the sum of all
 * accounts is always zero.
 *
 * - `receivable`: the debt of riders. A bill raises it, a payment lowers it. It is zero for each complete order, or
 *   below zero while the operator owes the rider a refund that is not booked yet or has failed.
 * - `held` and `holds`: the money that banks hold for the operator and that is not captured yet. An entry always moves
 *   the same amount between these two accounts.
 * - `clearing`: the money that the payment provider owes the operator. Charges and captures raise it; refunds,
 *   `providerFees` and payouts to the `bank` lower it.
 * - `providerOther`: the provider's movements that do not belong to a payment.
 * - `exchange`: the money that the provider exchanged from one currency into another.
 * - `wallet:…`: the GoCash that the operator owes a rider.
 * - `walletHolds`: the GoCash that is reserved for orders.
 * - `topUps`: the money of top-ups on its way from a card to a wallet. It is zero for each settled top-up.
 * - `promotion:…`: the cost of bonuses, rewards and corrections by support.
 * - `forfeited`: the GoCash of deleted accounts.
 * - `writtenOff`: the refunds of top-ups to cards, as far as the rider had already spent the GoCash.
 * - `chargebacks`: the money that the provider withdrew for undecided chargebacks.
 * - `chargebackLosses`: the amounts of lost chargebacks.
 * - `chargebackFees`: the provider's fees for chargebacks.
 * - `venueShares`: the cost of the shares of venues in closed statements.
 * - `venuesPayable`: the shares in closed statements that the operator has not yet paid to the owners of venues.
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
  /** The key of the booking. The database refuses a second booking with the same key. */
  key: string;
  rentalId: string | null;
  currency: string;
  entries: Entry[];
  /**
   * The payment, if the booking is a charge, a capture, a refund, or the reversal of a failed
   * refund.
   */
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

/** Books a new hold: a bank holds an amount for the operator. */
export async function bookHold(work: UnitOfWork, payment: MovedPayment): Promise<void> {
  await book(work, {
    key: `hold:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'held', credit: 'holds', amount: payment.amount }],
  });
}

/** Books the end of a hold: the amount `captured` is captured, and the rest is released. A hold ends only once. */
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

/** Books the end of a hold without a capture. If the hold was never placed, it books nothing. */
export async function bookHoldReleased(work: UnitOfWork, payment: MovedPayment): Promise<void> {
  if (!(await isBooked(work, [`hold:${payment.id}`]))) return;
  await book(work, {
    key: `resolve:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'holds', credit: 'held', amount: payment.amount }],
  });
}

/** Books a charge, which is a payment without a hold. */
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
    key: refundKey(payment.id, total),
    rentalId: payment.rental_id,
    paymentId: payment.id,
    currency: payment.currency,
    entries: [{ debit: paidAccount(payment), credit: 'clearing', amount }],
  });
}

/** The key of the booking of `bookRefund`. Callers use it to find the booking. */
export function refundKey(paymentId: string, total: number): string {
  return `refund:${paymentId}:${total}`;
}

/**
 * Books a refund that somebody made in the provider's own web pages, not through the server. `refund` is the provider's
 * id of the refund.
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

/** Lowers a booked bill after a refund of one payment, once for each refund. `refund` is the id of the refund. */
export function bookPaymentRefund(
  work: UnitOfWork,
  refund: string,
  bill: BookedBill,
): Promise<void> {
  return bookLines(work, `refundedBill:${refund}`, bill);
}

const waiverKeys = { first: 'waived', found: 'waivedFound', returned: 'waivedAgain' } as const;

/**
 * Books that the operator waives the unpaid part of a bill, because this part is below the minimum
 * charge. Books this once for each bill. A lost rental gets a second bill (`found`) when its
 * charger is found, and another bill (`returned`) when a cabinet reports an earlier return.
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
 * Corrects the bill of a lost order whose charger came back after the loss, once for each order.
 * The keys differ from the keys of `correctBill`, because the order may also need `correctBill`
 * later: a cabinet may still report a return before the loss.
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
 * @throws if a booking with this key exists, because the caller's state machine has then run a step twice.
 */
export async function book(work: UnitOfWork, booking: Booking): Promise<string | null> {
  const { key, rentalId, currency, entries, paymentId, isReturnedRefund = false } = booking;
  if (entries.length === 0) return null;
  const id = randomUUID();
  const accounts = new Set(entries.flatMap(({ debit, credit }) => [debit, credit]));
  await work.trx
    .insertInto('ledger_accounts')
    .values(
      // The accounts are sorted, so that concurrent first bookings insert them in the same order and do not deadlock.
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

/**
 * The amount that the rider paid in this booking, minus the amount that the rider got back. A bill does not count,
 * because it is not a payment.
 */
function saleIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, { debit, credit, amount }) => {
    if (credit === 'receivable' && !debit.startsWith('revenue:')) return sum + amount;
    return debit === 'receivable' && !credit.startsWith('revenue:') ? sum - amount : sum;
  }, 0);
}

/** Whether a booking with any of these keys exists. */
export async function isBooked(work: UnitOfWork, keys: readonly string[]): Promise<boolean> {
  const booked = await work.trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('key', 'in', [...keys])
    .executeTakeFirst();
  return booked !== undefined;
}

/** Returns the time at which a booking was made, or null if no booking has this key. */
export async function bookedAt(work: UnitOfWork, key: string): Promise<Date | null> {
  const booked = await work.trx
    .selectFrom('ledger_transactions')
    .select('created_at')
    .where('key', '=', key)
    .executeTakeFirst();
  return booked?.created_at ?? null;
}

/** The stored balance of an account, in minor units. Only wallets have one; it is null for other accounts. */
export interface Balance {
  id: string;
  balance: number | null;
}

/** The stored balances of these accounts. The list omits accounts that do not exist. */
export function readBalances(db: Db, ids: readonly string[]): Promise<Balance[]> {
  return balancesOf(db, ids).execute();
}

/**
 * Reads the stored balances, and locks them until the transaction ends. It locks them in the order of their ids, so
 * that callers do not deadlock.
 */
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
