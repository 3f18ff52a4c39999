import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { DifferenceKind } from '../../db/schema.ts';

/** The provider's transactions of a period in one currency. Amounts are in minor units. */
interface DaySummary {
  provider: string;
  currency: string;
  /** The number of transactions, by kind. */
  counts: Record<string, number>;
  gross: number;
  fees: number;
  net: number;
  payouts: number;
}

export interface DayDifference {
  provider: string;
  key: string;
  kind: DifferenceKind;
  currency: string;
  amount: number;
  details: Record<string, unknown>;
  happenedAt: Date;
  explainedAt: Date | null;
}

export interface Day {
  summaries: DaySummary[];
  differences: DayDifference[];
}

/** The reconciliation of a period: the transactions and differences at or after `from` and before `to`. */
export async function readDay(db: Db, from: Date, to: Date): Promise<Day> {
  const isPayout = sql<boolean>`kind in ('payout', 'manualPayout', 'payoutReturned')`;
  const isFee = sql<boolean>`kind = 'fee'`;
  const rows = await db
    .selectFrom('provider_transactions')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(['provider', 'currency', 'kind'])
    .orderBy('provider')
    .orderBy('currency')
    .orderBy('kind')
    .select(['provider', 'currency', 'kind', sql<number>`count(*)::int`.as('count')])
    .select(
      sql<number>`sum(case when ${isPayout} or ${isFee} then 0 else gross end)::bigint`.as('gross'),
    )
    .select(sql<number>`sum(fee - case when ${isFee} then gross else 0 end)::bigint`.as('fees'))
    .select(sql<number>`sum(case when ${isPayout} then -gross else 0 end)::bigint`.as('payouts'))
    .execute();
  const summaries = new Map<string, DaySummary>();
  for (const { provider, currency, kind, count, gross, fees, payouts } of rows) {
    const key = `${provider} ${currency}`;
    const sum: DaySummary = summaries.get(key) ?? {
      provider,
      currency,
      counts: {},
      gross: 0,
      fees: 0,
      net: 0,
      payouts: 0,
    };
    sum.counts[kind] = count;
    sum.gross += gross;
    sum.fees += fees;
    sum.net = sum.gross - sum.fees;
    sum.payouts += payouts;
    summaries.set(key, sum);
  }
  return { summaries: [...summaries.values()], differences: await differencesOf(db, from, to) };
}

function differencesOf(db: Db, from: Date, to: Date): Promise<DayDifference[]> {
  return differences(db).where('happened_at', '>=', from).where('happened_at', '<', to).execute();
}

/**
 * The cursor of a difference in a list. It contains the provider, because differences of two providers may have the
 * same key.
 */
export const cursorOf = ({ provider, key }: DayDifference) => `${provider}:${key}`;

/**
 * A page of the differences, the oldest first. With `open`, the page has only unexplained differences.
 *
 * @param cursor the cursor of the last difference of the previous page. It is null for the first page.
 */
export function readDifferences(
  db: Db,
  state: 'open' | 'all',
  cursor: string | null,
  limit: number,
): Promise<DayDifference[]> {
  return differences(db)
    .$if(state === 'open', (query) => query.where('explained_at', 'is', null))
    .$if(cursor !== null, (query) =>
      query.where(
        sql<boolean>`(happened_at, key, provider) > (select happened_at, key, provider
          from reconciliation_differences as last where provider || ':' || key = ${cursor})`,
      ),
    )
    .limit(limit)
    .execute();
}

function differences(db: Db) {
  return db
    .selectFrom('reconciliation_differences')
    .select(['provider', 'key', 'kind', 'currency', 'amount', 'details'])
    .select(['happened_at as happenedAt', 'explained_at as explainedAt'])
    .orderBy('happened_at')
    .orderBy('key')
    .orderBy('provider');
}

/** The time of the last complete run; if no run is complete, the start of the first run. Null before the first run. */
export async function lastRun(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('reconciliations')
    .select((of) => of.fn.max('run_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
