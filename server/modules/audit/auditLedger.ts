import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { accounts, bookedEntries, bookings } from '../ledger/ledgerQueries.ts';
import { paymentAmounts } from '../payments/paymentQueries.ts';
import { rentalStates, rentalSummaries } from '../rentalRecords/rentalQueries.ts';
import { allTopUps } from '../topUps/topUpQueries.ts';
import { walletMovements } from '../wallet/movementQueries.ts';
import { wrongChargebacks } from './auditChargebacks.ts';
import { brokenOperatorActions } from './operatorActions.ts';
import { wrongInvoices } from './auditInvoices.ts';
import { wrongCampaigns } from './auditCampaigns.ts';

/** Finds differences, as text for an operator. */
type Check = (db: Db) => Promise<string[]>;

/**
 * Checks the ledger and the record of operators, and returns the differences as text for an operator. The list is empty
 * if both are correct. The function reads all bookings, so do not call it for each request.
 *
 * @param others more checks, from modules that this module cannot import.
 */
export async function auditLedger(db: Db, others: readonly Check[] = []): Promise<string[]> {
  // All checks read one snapshot, so that concurrent entries cause no differences.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const found: string[] = [];
      for (const check of [...checks, ...others]) found.push(...(await check(trx)));
      return found;
    });
}

const checks: readonly Check[] = [
  mixedCurrencies,
  wrongPayments,
  wrongRentals,
  wrongTopUps,
  wrongWallets,
  wrongMovements,
  wrongCampaigns,
  wrongChargebacks,
  wrongInvoices,
  brokenOperatorActions,
];

/**
 * The sum of the debits minus the sum of the credits, over all accounts whose ids begin with this
 * prefix.
 */
function debitsLessCredits(account: string) {
  const accounts = `${account}:%`;
  return sql<number>`coalesce(sum(case
    when entry.debit like ${accounts} then entry.amount
    when entry.credit like ${accounts} then -entry.amount end), 0)::int`;
}

async function mixedCurrencies(db: Db): Promise<string[]> {
  const sums = await db
    .selectFrom(bookedEntries(db).as('entry'))
    .innerJoin(accounts(db).as('debit'), 'debit.id', 'entry.debit')
    .innerJoin(accounts(db).as('credit'), 'credit.id', 'entry.credit')
    .select([
      sql<number>`count(*) filter (where debit.currency <> entry.currency
        or credit.currency <> entry.currency)`.as('mixed'),
    ])
    .executeTakeFirst();
  return sums && sums.mixed > 0 ? [`${sums.mixed} entries mix currencies`] : [];
}

async function wrongPayments(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom(paymentAmounts(db).as('payment'))
    .leftJoin(bookings(db).as('booked'), (join) =>
      join.on(sql<boolean>`split_part(booked.key, ':', 2) = payment.id::text`),
    )
    .leftJoin(bookedEntries(db).as('entry'), 'entry.transaction_id', 'booked.id')
    .groupBy(['payment.id', 'payment.source', 'payment.state', 'payment.amount'])
    .groupBy(['payment.captured', 'payment.refunded'])
    .select([
      'payment.id',
      'payment.source',
      sql<number>`payment.captured - payment.refunded`.as('net'),
      sql<number>`case when payment.source = 'goCash' and payment.state = 'authorized'
        then payment.amount else 0 end`.as('setAside'),
      debitsLessCredits('clearing').as('clearing'),
      debitsLessCredits('receivable').as('receivable'),
      debitsLessCredits('walletHolds').as('walletHolds'),
    ])
    .execute();
  return rows.flatMap(({ id, source, net, setAside, clearing, receivable, walletHolds }) => {
    const found: string[] = [];
    const booked = source === 'goCash' ? 0 - receivable : clearing;
    if (net !== booked) found.push(`payment ${id} kept ${net} but ${booked} is booked`);
    if (setAside !== 0 - walletHolds) {
      found.push(`payment ${id} sets ${setAside} aside but ${0 - walletHolds} is booked`);
    }
    return found;
  });
}

async function wrongRentals(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom(rentalStates(db).as('rental'))
    .innerJoin(bookings(db).as('booked'), 'booked.rental_id', 'rental.id')
    .innerJoin(bookedEntries(db).as('entry'), 'entry.transaction_id', 'booked.id')
    .where('rental.state', 'in', ['complete', 'failed', 'review'])
    // A capture, a void or a refund is booked after the provider's answer. Until then, the bookings do not add up.
    .where('rental.id', 'not in', (under) =>
      under
        .selectFrom(paymentAmounts(db).as('payment'))
        .select('rental_id')
        .where('rental_id', 'is not', null)
        .where('state', 'in', ['capturing', 'voiding', 'refunding']),
    )
    .groupBy(['rental.id', 'rental.state'])
    .select([
      'rental.id',
      'rental.state',
      debitsLessCredits('receivable').as('receivable'),
      debitsLessCredits('held').as('held'),
      debitsLessCredits('walletHolds').as('walletHolds'),
    ])
    .execute();
  const overpaid = rows.filter(({ receivable }) => receivable < 0).map(({ id }) => id);
  const owed = await owedRefunds(db, overpaid);
  return rows.flatMap(({ id, state, receivable, held, walletHolds }) => {
    const found: string[] = [];
    if (receivable !== 0 - (owed.get(id) ?? 0))
      found.push(`${state} rental ${id} is off by ${receivable}`);
    const holds = held - walletHolds;
    if (holds !== 0) found.push(`${state} rental ${id} still holds ${holds}`);
    return found;
  });
}

/**
 * For each of these rentals for which a refund failed: the amount that the operator still owes the rider, because the
 * rider paid more than the bill. The key is the id of the rental.
 */
async function owedRefunds(
  db: Db,
  rentalIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (rentalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(rentalSummaries(db).as('rental'))
    .innerJoin(paymentAmounts(db).as('payment'), 'payment.rental_id', 'rental.id')
    .where('rental.id', 'in', rentalIds)
    .groupBy(['rental.id', 'rental.total'])
    .having(
      sql<boolean>`bool_or(payment.state = 'captured' and payment.decline_reason is not null)`,
    )
    .select([
      'rental.id',
      sql<number>`(sum(payment.captured - payment.refunded) - coalesce(rental.total, 0))::int`.as(
        'owed',
      ),
    ])
    .execute();
  return new Map(rows.map(({ id, owed }) => [id, owed]));
}

/**
 * Finds wrong top-ups. The money of a top-up must be in the wallet, and refunded money must have
 * moved from the wallet back to the payment method.
 */
async function wrongTopUps(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom(allTopUps(db).as('top_up'))
    .leftJoin(paymentAmounts(db).as('payment'), 'payment.top_up_id', 'top_up.id')
    .innerJoin(bookings(db).as('booked'), (join) =>
      join.on(sql<boolean>`split_part(booked.key, ':', 2) in (payment.id::text, top_up.id::text)`),
    )
    .innerJoin(bookedEntries(db).as('entry'), 'entry.transaction_id', 'booked.id')
    .groupBy('top_up.id')
    .having(sql<boolean>`not bool_or(payment.state = 'refunding')`)
    .having(debitsLessCredits('topUps'), '<>', 0)
    .select(['top_up.id', debitsLessCredits('topUps').as('left')])
    .execute();
  return rows.map(({ id, left }) => `top-up ${id} is off by ${left}`);
}

/** Finds wrong wallets. A balance must equal the sum of its entries, and the sum of its movements. */
async function wrongWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; balance: number; booked: number; moved: number }>`
    with booked as (
      select account, sum(amount) as amount from (
        select credit as account, amount from ${bookedEntries(db)} as credited
        union all select debit, -amount from ${bookedEntries(db)} as debited) as entry
      where account like 'wallet:%' group by account),
    moved as (
      select 'wallet:' || user_id || ':' || portion || ':' || currency as account,
        sum(amount) as amount from (
          select user_id, currency, 'topUp' as portion, top_up as amount
            from ${walletMovements(db)} as of_top_ups
          union all select user_id, currency, 'bonus', bonus
            from ${walletMovements(db)} as of_bonuses) as movement
      group by user_id, currency, portion)
    select id, balance, coalesce(booked.amount, 0)::int as booked,
      coalesce(moved.amount, 0)::int as moved
    from ${accounts(db)} as account
      left join booked on booked.account = id
      left join moved on moved.account = id
    where id like 'wallet:%' order by id`.execute(db);
  return rows.flatMap(({ id, balance, booked, moved }) => {
    const found: string[] = [];
    if (balance !== booked) found.push(`${id} has ${balance} but ${booked} is booked`);
    if (balance !== moved) found.push(`${id} has ${balance} but ${moved} was moved`);
    return found;
  });
}

/**
 * Finds wrong movements. The balance after a movement must be the balance before the movement plus its
 * amount.
 */
async function wrongMovements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, top_up_after, bonus_after,
        sum(top_up) over wallet as top_up, sum(bonus) over wallet as bonus
      from ${walletMovements(db)} as moved
      window wallet as (partition by user_id, currency order by id)) as movement
    where top_up <> top_up_after or bonus <> bonus_after order by id`.execute(db);
  return rows.map(({ id }) => `movement ${id} has a wrong balance`);
}
