import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { wrongCampaigns } from './auditCampaigns.ts';

/**
 * Checks the ledger, and answers the differences in words for an operator; empty if it is correct.
 * It reads everything, so it is for tests, for the nightly check and for the command.
 */
export async function auditLedger(db: Db): Promise<string[]> {
  // One snapshot of the ledger: concurrent entries are not differences.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => [
      ...(await mixedCurrencies(trx)),
      ...(await wrongPayments(trx)),
      ...(await wrongRentals(trx)),
      ...(await wrongTopUps(trx)),
      ...(await wrongWallets(trx)),
      ...(await wrongMovements(trx)),
      ...(await wrongCampaigns(trx)),
    ]);
}

/**
 * The sum of the entries of an account, or of each account with this prefix: debits less credits.
 */
function debitsLessCredits(account: string) {
  const accounts = `${account}:%`;
  return sql<number>`coalesce(sum(case
    when entry.debit like ${accounts} then entry.amount
    when entry.credit like ${accounts} then -entry.amount end), 0)::int`;
}

async function mixedCurrencies(db: Db): Promise<string[]> {
  const sums = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'ledger_entries.debit')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'ledger_entries.credit')
    .select([
      sql<number>`count(*) filter (where debit.currency <> ledger_entries.currency
        or credit.currency <> ledger_entries.currency)`.as('mixed'),
    ])
    .executeTakeFirst();
  return sums && sums.mixed > 0 ? [`${sums.mixed} entries mix currencies`] : [];
}

async function wrongPayments(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('ledger_transactions as booked', (join) =>
      join.on(sql<boolean>`split_part(booked.key, ':', 2) = payments.id::text`),
    )
    .leftJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .groupBy('payments.id')
    .select([
      'payments.id',
      'payments.source',
      sql<number>`payments.captured - payments.refunded`.as('kept'),
      sql<number>`case when payments.source = 'goCash' and payments.state = 'authorized'
        then payments.amount else 0 end`.as('setAside'),
      debitsLessCredits('clearing').as('clearing'),
      debitsLessCredits('receivable').as('receivable'),
      debitsLessCredits('walletHolds').as('walletHolds'),
    ])
    .execute();
  return rows.flatMap(({ id, source, kept, setAside, clearing, receivable, walletHolds }) => {
    const found: string[] = [];
    const booked = source === 'goCash' ? 0 - receivable : clearing;
    if (kept !== booked) found.push(`payment ${id} kept ${kept} but ${booked} is booked`);
    if (setAside !== 0 - walletHolds) {
      found.push(`payment ${id} sets ${setAside} aside but ${0 - walletHolds} is booked`);
    }
    return found;
  });
}

async function wrongRentals(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('rentals')
    .innerJoin('ledger_transactions as booked', 'booked.rental_id', 'rentals.id')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .where('rentals.state', 'in', ['complete', 'failed', 'review'])
    // A refund is entered after the provider's answer; until then it is still due.
    .where('rentals.id', 'not in', (under) =>
      under
        .selectFrom('payments')
        .select('rental_id')
        .where('rental_id', 'is not', null)
        .where('state', 'in', ['capturing', 'voiding', 'refunding']),
    )
    .groupBy('rentals.id')
    .select([
      'rentals.id',
      'rentals.state',
      debitsLessCredits('receivable').as('receivable'),
      debitsLessCredits('held').as('held'),
      debitsLessCredits('walletHolds').as('walletHolds'),
    ])
    .execute();
  return rows.flatMap(({ id, state, receivable, held, walletHolds }) => {
    const found: string[] = [];
    if (receivable !== 0) found.push(`${state} rental ${id} is off by ${receivable}`);
    const holds = held - walletHolds;
    if (holds !== 0) found.push(`${state} rental ${id} still holds ${holds}`);
    return found;
  });
}

/** The money of a top-up is in the wallet, and refunded money has left for the card. */
async function wrongTopUps(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('top_ups')
    .leftJoin('payments', 'payments.top_up_id', 'top_ups.id')
    .innerJoin('ledger_transactions as booked', (join) =>
      join.on(
        sql<boolean>`split_part(booked.key, ':', 2) in (payments.id::text, top_ups.id::text)`,
      ),
    )
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .groupBy('top_ups.id')
    .having(sql<boolean>`not bool_or(payments.state = 'refunding')`)
    .having(debitsLessCredits('topUps'), '<>', 0)
    .select(['top_ups.id', debitsLessCredits('topUps').as('left')])
    .execute();
  return rows.map(({ id, left }) => `top-up ${id} is off by ${left}`);
}

/** A balance equals the sum of its entries, and of its movements. */
async function wrongWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; balance: number; booked: number; moved: number }>`
    with booked as (
      select account, sum(amount) as amount from (
        select credit as account, amount from ledger_entries
        union all select debit, -amount from ledger_entries) as entry
      where account like 'wallet:%' group by account),
    moved as (
      select 'wallet:' || user_id || ':' || portion || ':' || currency as account,
        sum(amount) as amount from (
          select user_id, currency, 'topUp' as portion, top_up as amount from wallet_movements
          union all select user_id, currency, 'bonus', bonus from wallet_movements) as movement
      group by user_id, currency, portion)
    select id, balance, coalesce(booked.amount, 0)::int as booked,
      coalesce(moved.amount, 0)::int as moved
    from ledger_accounts
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

/** Each movement's balance is correct. */
async function wrongMovements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, top_up_after, bonus_after,
        sum(top_up) over wallet as top_up, sum(bonus) over wallet as bonus
      from wallet_movements
      window wallet as (partition by user_id, currency order by id)) as movement
    where top_up <> top_up_after or bonus <> bonus_after order by id`.execute(db);
  return rows.map(({ id }) => `movement ${id} does not leave what it says`);
}
