import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillLine } from '../../../contract/rules/pricing.ts';
import type { Db } from '../../db/database.ts';
import type { Work } from '../../work.ts';

/**
 * Double entry: every entry takes from one account what it gives to another, so that all accounts
 * together are always at zero.
 *
 * `receivable` is what riders owe us: a bill raises it, money taken lowers it, and once an order is
 * complete it is at zero for that order. `held` and `holds` mirror each other: money that a bank
 * keeps for us without its being ours.
 */
type Account = 'clearing' | 'receivable' | 'held' | 'holds' | `revenue:${BillLine['kind']}`;

interface Entry {
  debit: Account;
  credit: Account;
  /** Above zero. */
  amount: number;
}

interface Booking {
  /** Says what is booked; the same cannot be booked twice. */
  key: string;
  rentalId: string;
  currency: string;
  entries: Entry[];
}

interface MovedPayment {
  id: string;
  rental_id: string;
  currency: string;
  amount: number;
}

/** A bank holds an amount for us. */
export function bookHold(work: Work, payment: MovedPayment): Promise<void> {
  return book(work, {
    key: `hold:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'held', credit: 'holds', amount: payment.amount }],
  });
}

/** The hold is over and an amount of it was taken; the rest is released. A hold ends once. */
export function bookHoldTaken(work: Work, payment: MovedPayment, captured: number): Promise<void> {
  return book(work, {
    key: `resolve:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [
      { debit: 'holds', credit: 'held', amount: payment.amount },
      { debit: 'clearing', credit: 'receivable', amount: captured },
    ],
  });
}

/** The hold is over and nothing was taken. Nothing is booked for what never came to be a hold. */
export async function bookHoldReleased(work: Work, payment: MovedPayment): Promise<void> {
  const hold = await work.trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('key', '=', `hold:${payment.id}`)
    .executeTakeFirst();
  if (!hold) return;
  await book(work, {
    key: `resolve:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'holds', credit: 'held', amount: payment.amount }],
  });
}

/** Taken in one step, without a hold. */
export function bookCharge(work: Work, payment: MovedPayment): Promise<void> {
  return book(work, {
    key: `charge:${payment.id}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'clearing', credit: 'receivable', amount: payment.amount }],
  });
}

/** Given back; `total` is all that was given back of this payment so far, this refund included. */
export function bookRefund(
  work: Work,
  payment: MovedPayment,
  amount: number,
  total: number,
): Promise<void> {
  return book(work, {
    key: `refund:${payment.id}:${total}`,
    rentalId: payment.rental_id,
    currency: payment.currency,
    entries: [{ debit: 'receivable', credit: 'clearing', amount }],
  });
}

interface BookedBill {
  rentalId: string;
  currency: string;
  lines: readonly BillLine[];
}

/** What an order costs, once that is known. */
export function bookBill(work: Work, bill: BookedBill): Promise<void> {
  return bookLines(work, `bill:${bill.rentalId}`, bill);
}

/** A bill that proved wrong is taken back as a whole, and the right one booked. Once per order. */
export async function correctBill(
  work: Work,
  bill: BookedBill,
  former: readonly BillLine[],
): Promise<void> {
  const reversed = former.map(({ kind, amount }) => ({ kind, amount: -amount }));
  await bookLines(work, `billReversed:${bill.rentalId}`, { ...bill, lines: reversed });
  await bookLines(work, `billCorrected:${bill.rentalId}`, bill);
}

function bookLines(
  work: Work,
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
  return book(work, { key, rentalId, currency, entries });
}

/** @throws where the key was booked before: the caller's state machine let something happen twice. */
async function book(work: Work, booking: Booking): Promise<void> {
  const { key, rentalId, currency, entries } = booking;
  if (entries.length === 0) return;
  const id = randomUUID();
  const accounts = new Set(entries.flatMap(({ debit, credit }) => [debit, credit]));
  await work.trx
    .insertInto('ledger_accounts')
    .values(
      // In one order everywhere, so that two first bookings do not wait for each other.
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
}

function accountId(account: Account, currency: string): string {
  return `${account}:${currency}`;
}

/**
 * What is wrong with the books, in words for an operator; nothing where they are right. It reads
 * everything, so it is for tests and for a nightly check.
 */
export async function auditLedger(db: Db): Promise<string[]> {
  const findings: string[] = [];
  const sums = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'ledger_entries.debit')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'ledger_entries.credit')
    .select([
      sql<number>`count(*) filter (where debit.currency <> ledger_entries.currency
        or credit.currency <> ledger_entries.currency)`.as('mixed'),
    ])
    .executeTakeFirst();
  if (sums && sums.mixed > 0) findings.push(`${sums.mixed} entries mix currencies`);

  const moved = await db
    .selectFrom('payments')
    .leftJoin('ledger_transactions as booked', (join) =>
      join
        .onRef('booked.rental_id', '=', 'payments.rental_id')
        .on(sql<boolean>`split_part(booked.key, ':', 2) = payments.id::text`),
    )
    .leftJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .groupBy('payments.id')
    .select([
      'payments.id',
      sql<number>`payments.captured - payments.refunded`.as('kept'),
      sql<number>`coalesce(sum(case
        when entry.debit like 'clearing:%' then entry.amount
        when entry.credit like 'clearing:%' then -entry.amount end), 0)`.as('booked'),
    ])
    .execute();
  for (const { id, kept, booked } of moved) {
    if (kept !== booked) findings.push(`payment ${id} kept ${kept} but ${booked} is booked`);
  }

  const open = await db
    .selectFrom('rentals')
    .innerJoin('ledger_transactions as booked', 'booked.rental_id', 'rentals.id')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .where('rentals.state', 'in', ['complete', 'failed', 'review'])
    .groupBy('rentals.id')
    .select([
      'rentals.id',
      'rentals.state',
      sql<number>`sum(case
        when entry.debit like 'receivable:%' then entry.amount
        when entry.credit like 'receivable:%' then -entry.amount else 0 end)`.as('receivable'),
      sql<number>`sum(case
        when entry.debit like 'held:%' then entry.amount
        when entry.credit like 'held:%' then -entry.amount else 0 end)`.as('held'),
    ])
    .execute();
  for (const { id, state, receivable, held } of open) {
    if (receivable !== 0) findings.push(`${state} rental ${id} is off by ${receivable}`);
    if (held !== 0) findings.push(`${state} rental ${id} still holds ${held}`);
  }
  return findings;
}
