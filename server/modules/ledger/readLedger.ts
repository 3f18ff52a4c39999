import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The name of an account as operators see it: without the currency, and for a wallet without the rider's id. */
function shownName(column: 'debit' | 'credit') {
  return sql<string>`regexp_replace(regexp_replace(${sql.ref(column)}, ':[A-Z]{3}$', ''),
    '^wallet:[^:]+:', 'wallet:')`;
}

interface Sums {
  account: string;
  currency: string;
  debits: number;
  credits: number;
  entries: number;
}

/**
 * The sums of the debits and credits of each account, over all entries of a period. The period begins at `from` and
 * ends before `until`; null means no limit.
 */
export async function accountSums(
  db: Db,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<Sums[]> {
  const entries = db
    .selectFrom('ledger_entries as entry')
    .$if(from !== null || until !== null, (query) =>
      query
        .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
        .$if(from !== null, (one) => one.where('booked.created_at', '>=', from ?? new Date(0)))
        .$if(until !== null, (one) => one.where('booked.created_at', '<', until ?? new Date(0))),
    );
  const side = (column: 'debit' | 'credit') =>
    entries
      .groupBy([column, 'entry.currency'])
      .select([shownName(column).as('account'), 'entry.currency'])
      .select(sql<number>`${column === 'debit' ? sql`sum(entry.amount)` : sql`0`}`.as('debits'))
      .select(sql<number>`${column === 'credit' ? sql`sum(entry.amount)` : sql`0`}`.as('credits'))
      .select(sql<number>`count(*)`.as('entries'));
  return db
    .selectFrom(side('debit').unionAll(side('credit')).as('side'))
    .groupBy(['account', 'currency'])
    .orderBy('account')
    .orderBy('currency')
    .select(['account', 'currency'])
    .select(sql<number>`sum(debits)::bigint`.as('debits'))
    .select(sql<number>`sum(credits)::bigint`.as('credits'))
    .select(sql<number>`sum(entries)::int`.as('entries'))
    .execute();
}

interface Filter {
  rentalId: string | null;
  account: string | null;
  from: Date | null;
  until: Date | null;
  after: number;
}

/**
 * The entries of the ledger, the oldest first. The filter `account` is the name of an account without rider and
 * currency, such as `clearing` or `wallet:topUp`.
 */
export async function readEntries(
  db: Db,
  { rentalId, account, from, until, after }: Filter,
  limit: number,
) {
  const pattern = account === null ? '' : patternOf(account);
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as booked', 'booked.id', 'entry.transaction_id')
    .$if(rentalId !== null, (query) => query.where('booked.rental_id', '=', rentalId))
    .$if(account !== null, (query) =>
      query.where((on) =>
        on.or([on('entry.debit', 'like', pattern), on('entry.credit', 'like', pattern)]),
      ),
    )
    .$if(from !== null, (query) => query.where('booked.created_at', '>=', from ?? new Date(0)))
    .$if(until !== null, (query) => query.where('booked.created_at', '<', until ?? new Date(0)))
    .where('entry.id', '>', after)
    .orderBy('entry.id')
    .limit(limit)
    .select(['entry.id', 'entry.amount', 'entry.currency', 'booked.key', 'booked.rental_id'])
    .select(['booked.created_at', shownName('debit').as('debit'), shownName('credit').as('credit')])
    .execute();
}

/**
 * The `like` pattern for the ids of an account in every currency. For a wallet, the pattern matches
 * the wallets of all riders.
 */
function patternOf(account: string): string {
  const [first = '', second] = account.split(':');
  if (first === 'wallet') return `wallet:%:${second ?? '%'}:___`;
  return second === undefined ? `${first}:___` : `${first}:${second}:___`;
}
