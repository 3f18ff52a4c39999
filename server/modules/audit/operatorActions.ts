import { sql } from 'kysely';
import { lockText } from '../../db/advisoryLocks.ts';
import type { CallOrigin } from '../../../contract/operators/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export interface OperatorAction {
  action: string;
  /** The number, id or name of what the operator changed. */
  subject: string;
  /** The name of the operator. */
  who?: string;
  why?: string;
  before?: object;
  after?: object;
  details?: object;
  /** Where the call came from; null for an act without a call. */
  origin: CallOrigin | null;
  /** The idempotency key of the act. The database refuses a second act with the same key. */
  key?: string;
}

/**
 * Records an action of an operator. The database refuses changes of the record. Each entry stores a
 * hash of its content and of the previous entry's hash, so that a later change of an entry can be
 * noticed.
 */
export async function recordOperatorAction(
  work: UnitOfWork,
  { action, subject, who, why, before, after, details = {}, origin, key }: OperatorAction,
): Promise<void> {
  await work.trx
    .insertInto('operator_actions')
    .values({
      action,
      subject,
      details: JSON.stringify(details),
      at: work.now,
      ...(who !== undefined && { who }),
      ...(why !== undefined && { why }),
      ...(before && { before: JSON.stringify(before) }),
      ...(after && { after: JSON.stringify(after) }),
      client: origin?.client ?? null,
      network: origin?.network ?? null,
      key: key ?? null,
    })
    .execute();
}

/** The record of operators, as a subquery that other queries join. */
export function operatorActions(db: Db) {
  return db
    .selectFrom('operator_actions')
    .select(['id', 'action', 'subject', 'at', 'who', 'why', 'before', 'after']);
}

/** The recorded actions on any of these subjects, the oldest first. */
export function operatorActionsOn(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom('operator_actions')
    .selectAll()
    .where('subject', 'in', [...subjects])
    .orderBy('id')
    .execute();
}

/**
 * The action with this idempotency key; null if there is none. The function locks the key, so that a concurrent call
 * with the same key waits and then finds the first act.
 */
export async function operatorActionOf(work: UnitOfWork, key: string) {
  await lockText(work.trx, 'operatorAct', key);
  const found = await work.trx
    .selectFrom('operator_actions')
    .select(['action', 'subject', 'details', 'who', 'at'])
    .where('key', '=', key)
    .executeTakeFirst();
  return found ?? null;
}

/** Finds changed entries and gaps. Each entry has a hash of its own content and of the previous entry's hash. */
export async function brokenOperatorActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ place: number }>`
    select place from (
      select entry.place, entry.hash,
        operator_action_hash(entry, coalesce(lag(entry.hash) over (order by entry.place), ''))
          as expected,
        entry.place - lag(entry.place, 1, 0::bigint) over (order by entry.place) as step
      from operator_actions as entry where entry.place is not null
    ) as chained where hash <> expected or step <> 1 order by place`.execute(db);
  return rows.map(({ place }) => `entry ${place} of the record of operators was changed`);
}

/** Who did one of these acts on a subject later than `after`, and when. The latest act comes first. */
export function actsOn(trx: Trx, subject: string, actions: readonly string[], after: Date) {
  return trx
    .selectFrom('operator_actions')
    .select(['who', 'at'])
    .where('subject', '=', subject)
    .where('action', 'in', actions)
    .where('at', '>', after)
    .orderBy('id', 'desc')
    .execute();
}
