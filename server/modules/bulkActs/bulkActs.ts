import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { BulkAct, BulkActBegun, BulkActList } from '../../../contract/operators/bulkActs.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Job, JobOutcome } from '../../outbox/outbox.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';

type Row = Selectable<Database['bulk_acts']>;

/**
 * Does one item of a bulk act. `act` has a different key for each item. After an `OpsError`, the item counts as failed,
 * and the bulk act continues with the next item.
 */
type DoItem = (
  work: UnitOfWork,
  item: string,
  how: { details: unknown; act: Act },
) => Promise<void>;

/** The function that does one item, by the name of the bulk act. */
export type BulkKinds = Readonly<Record<string, DoItem>>;

/**
 * Each kind of bulk act has its own kind of job, because a server leases only jobs of the kinds
 * that it knows. So during a deploy, a server of the previous version does not try a new kind of
 * bulk act that it cannot do.
 */
const jobOf = (action: string) => `bulkAct.${action}`;
const Payload = z.object({ id: z.uuid() });
const Made = z.object({ bulkAct: z.uuid() });

/** The maximum number of items in one run of the job. The outbox can do other jobs between two runs. */
const itemsAtOnce = 20;
/** After this many failures of an item, which take about two minutes, the bulk act continues with the next item. */
const mostTries = 10;
const mostShown = 100;

/** Begins a bulk act. The outbox does its items after the commit. @throws {OpsError} keyReused. */
export function beginBulkAct(
  work: UnitOfWork,
  { action, subject, details }: { action: string; subject: string; details: object },
  act: Act,
  itemsOf: () => Promise<string[]>,
): Promise<BulkActBegun> {
  return actOnce(work, { action, subject, details }, act, {
    async run() {
      const id = randomUUID();
      const items = await itemsOf();
      await work.trx
        .insertInto('bulk_acts')
        .values({
          id,
          action,
          subject,
          details: JSON.stringify(details),
          who: act.who,
          why: act.why,
          items,
          asked_at: work.now,
          ended_at: items.length === 0 ? work.now : null,
        })
        .execute();
      await work.enqueue({ kind: jobOf(action), key: `bulkAct:${id}`, payload: { id } });
      const made = { bulkAct: id, items: items.length };
      return { answer: { act: await showBulkAct(work.trx, id) }, made };
    },
    again: async ({ details: made }) => ({
      act: await showBulkAct(work.trx, Made.parse(made).bulkAct),
    }),
  });
}

/** Registers the jobs that do the items of bulk acts. */
export function registerBulkActs(deps: Dependencies, kinds: BulkKinds): void {
  for (const [action, doItem] of Object.entries(kinds)) {
    deps.outbox.handle(
      jobOf(action),
      (payload, job) => doSome(deps, doItem, Payload.parse(payload), job),
      { priority: 'normal' },
    );
  }
}

async function doSome(
  deps: Dependencies,
  doItem: DoItem,
  { id }: z.infer<typeof Payload>,
  { attempts }: Job,
): Promise<JobOutcome> {
  const again = { againAt: deps.clock.now(), answered: true };
  for (let count = 0; count < itemsAtOnce; count++) {
    try {
      const isLastTry = count === 0 && attempts >= mostTries;
      if (await doNext(deps, doItem, { id, isLastTry })) return;
    } catch (error) {
      // The outbox counts the tries of a run. The count belongs to the first item of the run. If a
      // later item fails, the run ends without an error, and the next run begins with the failed
      // item and counts its tries.
      if (count === 0) throw error;
      deps.log.error({ err: error, key: id }, 'an item of a bulk act failed');
      return again;
    }
  }
  return again;
}

/**
 * Does the next item. Returns true if no item is left.
 *
 * @param how.isLastTry whether this is the item's last try. After a last try, any error counts as a failure of the
 * item.
 * @throws the error of the item, unless it is an `OpsError` or this is the last try.
 */
async function doNext(
  deps: Dependencies,
  doItem: DoItem,
  { id, isLastTry }: { id: string; isLastTry: boolean },
): Promise<boolean> {
  // The index of the item. A failure rolls the transaction back, so the failure is counted later,
  // with this index, in another transaction.
  const tried: { at: number | null } = { at: null };
  try {
    return await transact(deps, async (work) => {
      const row = await lock(work, id);
      const item = row.items[row.done];
      if (item === undefined) return true;
      const { details, who, why } = row;
      tried.at = row.done;
      // In the record of operators, only the entry of the bulk act stores the origin of the call. The entries of its
      // items have no origin.
      const act = { who, why, key: `${id}:${item}`, roles: [], origin: null };
      await doItem(work, item, { details, act });
      // The item's change and `done` are committed together, so a crash neither skips nor repeats an item.
      return finishItem(work, row, []);
    });
  } catch (error) {
    if (tried.at === null) throw error;
    if (error instanceof OpsError) return noteFailure(deps, id, tried.at, error);
    if (!isLastTry) throw error;
    const position = { key: id, count: tried.at };
    deps.log.error({ err: error, ...position }, 'an item of a bulk act failed too often');
    const message = 'The server failed again and again. Its log has the reason.';
    return noteFailure(deps, id, tried.at, { code: 'internal', message });
  }
}

/** Counts a failed item. */
function noteFailure(
  deps: Dependencies,
  id: string,
  at: number,
  { code, message: detail }: { code: string; message: string },
): Promise<boolean> {
  return transact(deps, async (work) => {
    const row = await lock(work, id);
    const item = row.items[at];
    // Another worker has finished this item meanwhile.
    if (row.done !== at || item === undefined) return row.ended_at !== null;
    return finishItem(work, row, [{ item, code, detail }]);
  });
}

function lock({ trx }: UnitOfWork, id: string): Promise<Row> {
  return trx
    .selectFrom('bulk_acts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function finishItem(
  work: UnitOfWork,
  { id, items, done }: Row,
  failures: Row['failures'],
): Promise<boolean> {
  const isLast = done + 1 >= items.length;
  await work.trx
    .updateTable('bulk_acts')
    .set({
      done: done + 1,
      failures: sql`failures || ${JSON.stringify(failures)}::jsonb`,
      ...(isLast && { ended_at: work.now }),
    })
    .where('id', '=', id)
    .execute();
  return isLast;
}

/** The newest bulk acts. */
export async function listBulkActs(db: Db): Promise<BulkActList> {
  const rows = await shownActs(db)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return { acts: rows.map(present) };
}

/** A bulk act with its progress. @throws {OpsError} bulkActNotFound. */
export async function showBulkAct(db: Db | Trx, id: string): Promise<BulkAct> {
  const row = await shownActs(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new OpsError('bulkActNotFound', `There is no bulk act ${id}.`);
  return present(row);
}

/** The acts with the number of their items. The query does not read the items, because there can be many. */
function shownActs(db: Db | Trx) {
  return db
    .selectFrom('bulk_acts')
    .select(['id', 'action', 'subject', 'who', 'why', 'asked_at', 'done', 'failures', 'ended_at'])
    .select(sql<number>`cardinality(items)`.as('items'));
}

type ShownRow = Omit<Row, 'items' | 'details'> & { items: number };

function present({ items, asked_at: askedAt, ended_at: endedAt, ...row }: ShownRow): BulkAct {
  const { id, action, subject, who, why, done, failures } = row;
  return {
    id,
    action,
    subject,
    who,
    why,
    askedAt: askedAt.toISOString(),
    items,
    done,
    failures,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
