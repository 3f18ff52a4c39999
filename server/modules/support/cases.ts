import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { CaseWaitsFor, Database, StoredOutcome } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';
import { announce, announceEach } from '../webhooks/announce.ts';
import { dueOf, type SupportCaseKind } from './caseKinds.ts';

export type CaseRow = Selectable<Database['support_cases']>;

interface SupportCase {
  kind: SupportCaseKind;
  /** The key of the case. If a case with the same kind and key exists, the server opens no second one. */
  key: string;
  rentalId?: string;
  stationId?: string;
  /** The rider of the case; the rider of the rental by default. */
  userId?: string;
  /** The number that the rider has already seen; a new number by default. */
  number?: string;
  /** The deadline of the bank for a chargeback. */
  deadline?: Date | null;
  /** Any JSON value without personal data. */
  details?: Record<string, unknown>;
}

/** Opens a case, unless a case with the same kind and key exists, even a closed one. */
export async function openCase(work: UnitOfWork, support: SupportCase): Promise<void> {
  const { kind, rentalId = null, number, userId } = support;
  const opened = await work.trx
    .insertInto('support_cases')
    .values(({ selectFrom }) => ({
      id: randomUUID(),
      kind,
      key: `${kind}:${support.key}`,
      rental_id: rentalId,
      station_id: support.stationId ?? null,
      user_id:
        userId ??
        (rentalId === null
          ? null
          : selectFrom(rentalStates(work.trx).as('rental'))
              .select('rental.user_id')
              .where('rental.id', '=', rentalId)),
      details: JSON.stringify(support.details ?? {}),
      created_at: work.now,
      due_at: dueOf(kind, work.now, support.deadline),
      ...(number !== undefined && { number }),
    }))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (opened) await announce(work, 'case.opened', factsOf(opened));
}

/** Opens a case, even if there are closed cases with this key. Does nothing while a case with this key is open. */
export async function openCaseAgain(work: UnitOfWork, support: SupportCase): Promise<void> {
  const key = `${support.kind}:${support.key}`;
  const former = await work.trx
    .selectFrom('support_cases')
    .select('state')
    .where('kind', '=', support.kind)
    .where((of) => isKey(of, key))
    .execute();
  if (former.some(({ state }) => state !== 'closed')) return;
  const again = former.length === 0 ? '' : `:again:${former.length}`;
  await openCase(work, { ...support, key: `${support.key}${again}` });
}

/** Selects the case with this key. Also selects the cases that `openCaseAgain` opened later for this key. */
const isKey = (of: ExpressionBuilder<Database, 'support_cases'>, key: string) =>
  of.or([of('key', '=', key), of('key', 'like', `${key}:again:%`)]);

/**
 * Adds to the details of the newest case with this key, so that support sees what has happened
 * since the case was opened.
 */
export async function addToCase(
  work: UnitOfWork,
  { kind, key, details }: Required<Pick<SupportCase, 'kind' | 'key' | 'details'>>,
): Promise<void> {
  await work.trx
    .updateTable('support_cases')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('support_cases')
        .select('id')
        .where('kind', '=', kind)
        .where((of) => isKey(of, `${kind}:${key}`))
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .execute();
}

/** Adds to the details of all cases of these kinds about a rental. */
export async function addToCasesOf(
  work: UnitOfWork,
  rentalId: string,
  kinds: readonly SupportCaseKind[],
  details: Record<string, unknown>,
): Promise<void> {
  await work.trx
    .updateTable('support_cases')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('rental_id', '=', rentalId)
    .where('kind', 'in', [...kinds])
    .execute();
}

/**
 * Closes the open case with this key, because something outside of the case has settled the matter.
 * Does nothing if the case is closed, or does not exist.
 */
export async function closeCaseOf(
  work: UnitOfWork,
  { kind, key }: Pick<SupportCase, 'kind' | 'key'>,
  outcome: StoredOutcome,
  closedBy: string,
): Promise<void> {
  const closed = await work.trx
    .updateTable('support_cases')
    .set(closedWith(work, outcome, closedBy))
    .where('kind', '=', kind)
    .where((of) => isKey(of, `${kind}:${key}`))
    .where('state', '<>', 'closed')
    .returningAll()
    .execute();
  await announceEach(work, 'case.closed', closed.map(factsOf));
}

/**
 * Closes the open cases of a kind about these chargers, because an operator released the chargers.
 */
export async function closeCasesAbout(
  work: UnitOfWork,
  kind: SupportCaseKind,
  chargers: readonly string[],
  closedBy: string,
): Promise<void> {
  const closed = await work.trx
    .updateTable('support_cases')
    .set(closedWith(work, { kind: 'release' }, closedBy))
    .where('kind', '=', kind)
    .where(sql<string>`details ->> 'charger'`, '=', sql<string>`any(${[...chargers]}::text[])`)
    .where('state', '<>', 'closed')
    .returningAll()
    .execute();
  await announceEach(work, 'case.closed', closed.map(factsOf));
}

/** Reads and locks a case by its number. Returns null if there is none. */
export async function lockCase(work: UnitOfWork, number: string): Promise<CaseRow | null> {
  const found = await work.trx
    .selectFrom('support_cases')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** The changes that an operator's act makes to a case. The caller must have locked the case. */
export interface CaseChange {
  assignee?: string | null;
  waitsFor?: CaseWaitsFor | null;
  answer?: string;
  close?: { outcome: StoredOutcome; by: string };
}

export async function changeCase(
  work: UnitOfWork,
  { id }: Pick<CaseRow, 'id'>,
  { assignee, waitsFor, answer, close }: CaseChange,
): Promise<CaseRow> {
  const changed = await work.trx
    .updateTable('support_cases')
    .set({
      ...(assignee !== undefined && { assignee }),
      ...(waitsFor !== undefined && {
        waits_for: waitsFor,
        state: waitsFor === null ? 'open' : 'waiting',
      }),
      ...(answer !== undefined && { answer, answered_at: work.now }),
      ...(close && closedWith(work, close.outcome, close.by)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (close) await announce(work, 'case.closed', factsOf(changed));
  return changed;
}

/** The data about a case in a webhook. */
const factsOf = (row: CaseRow) => ({
  case: row.number,
  kind: row.kind,
  state: row.state,
  order: row.rental_id,
  station: row.station_id,
  openedAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  outcome: row.outcome?.kind ?? null,
});

function closedWith(work: UnitOfWork, outcome: StoredOutcome, by: string) {
  return {
    state: 'closed' as const,
    waits_for: null,
    outcome: JSON.stringify(outcome),
    closed_at: work.now,
    closed_by: by,
  };
}

/**
 * Marks overdue cases as alerted, announces them by webhook, and returns them: at most a hundred that had no alert yet.
 * Two parallel processes never get the same case.
 */
export async function claimOverdueAlerts(work: UnitOfWork): Promise<CaseRow[]> {
  const overdue = await work.trx
    .updateTable('support_cases')
    .set({ alerted_at: work.now })
    .where('id', 'in', (of) =>
      of
        .selectFrom('support_cases')
        .select('id')
        .where('state', '<>', 'closed')
        .where('due_at', '<', work.now)
        .where('alerted_at', 'is', null)
        .orderBy('due_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  await announceEach(work, 'case.overdue', overdue.map(factsOf));
  return overdue;
}
