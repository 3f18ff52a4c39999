import type {
  DifferenceList,
  DifferenceQuery,
  DifferenceShown,
  EntryList,
  EntryQuery,
  ReconciledDay,
} from '../../../contract/operators/accounting.ts';
import type { Dependencies } from '../../dependencies.ts';
import { dayStart } from '../../time/timeZones.ts';
import { readEntries } from '../ledger/readLedger.ts';
import { OpsError } from '../operators/opsError.ts';
import {
  cursorOf,
  lastRun,
  readDay,
  readDifferences,
  type DayDifference,
} from '../reconciliation/readDay.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { dayBefore } from './days.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'settings'>;

/** A page of the entries of the ledger. @throws {OpsError} orderNotFound. */
export async function listEntries(
  { db, settings }: Needed,
  { order, account, day, after, limit }: EntryQuery,
): Promise<EntryList> {
  const { timeZone } = settings.reconciliation;
  const filter = {
    rentalId: order === undefined ? null : await rentalOf(db, order),
    account: account ?? null,
    from: day === undefined ? null : dayStart(day, timeZone),
    until: day === undefined ? null : dayStart(day, timeZone, 1),
    after,
  };
  const found = await readEntries(db, filter, limit + 1);
  const shown = found.slice(0, limit);
  const ids = [...new Set(shown.flatMap(({ rental_id }) => rental_id ?? []))];
  const numbers = await numbersOf(db, ids);
  return {
    entries: shown.map(({ key, created_at, rental_id, ...entry }) => ({
      ...entry,
      booking: key,
      at: created_at.toISOString(),
      order: rental_id === null ? null : (numbers.get(rental_id) ?? null),
    })),
    after: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function rentalOf(db: Needed['db'], number: string): Promise<string> {
  const row = await db
    .selectFrom(orderNumbers(db).as('rental'))
    .select('id')
    .where('number', '=', number.toUpperCase())
    .executeTakeFirst();
  if (!row) throw new OpsError('orderNotFound', `There is no order ${number}.`);
  return row.id;
}

async function numbersOf(
  db: Needed['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(orderNumbers(db).as('rental'))
    .select(['id', 'number'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The comparison of the books with the payment provider for one day; by default, for yesterday. */
export async function readReconciledDay(
  { db, clock, settings }: Needed,
  wanted: string | undefined,
): Promise<ReconciledDay> {
  const { timeZone } = settings.reconciliation;
  const day = wanted ?? dayBefore(clock.now(), timeZone);
  const read = await readDay(db, dayStart(day, timeZone), dayStart(day, timeZone, 1));
  const ran = await lastRun(db);
  return {
    day,
    timeZone,
    comparedAt: ran?.toISOString() ?? null,
    summaries: read.summaries,
    differences: read.differences.map(presentDifference),
  };
}

/** A page of the differences between the ledger and the payment provider. */
export async function listDifferences(
  { db }: Needed,
  { state, after, limit }: DifferenceQuery,
): Promise<DifferenceList> {
  const found = await readDifferences(db, state, after ?? null, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    differences: shown.map(presentDifference),
    after: found.length > limit && last ? cursorOf(last) : null,
  };
}

function presentDifference({ happenedAt, explainedAt, ...rest }: DayDifference): DifferenceShown {
  return {
    ...rest,
    at: happenedAt.toISOString(),
    explainedAt: explainedAt?.toISOString() ?? null,
  };
}
