import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { watchMinutes, type Watch, type WatchedThing } from '../../../contract/watches.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { hasStation } from '../stations/knownStations.ts';
import { answerWatches } from './answerWatches.ts';
import { watchChanged } from './watchChanged.ts';

/**
 * The maximum number of open watches per network address. The number is not low, because visitors of a venue share one
 * address, but it prevents one caller from filling the table.
 */
const mostWaitingPerCaller = 20;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The stored hash of a watch's id. A person with a stolen copy of the table cannot read or end a watch. */
export const hashWatchId = sha256;

function presentWatch(id: string, row: Selectable<Database['watches']>): Watch {
  return {
    id,
    stationId: row.station_id,
    wants: row.wants,
    expiresAt: row.expires_at.toISOString(),
    availableAt: row.available_at?.toISOString() ?? null,
  };
}

/**
 * Creates a watch at a station for a caller. `caller` is the network address, which is stored as a hash. If the station
 * already has what the rider waits for, answers the watch at once.
 *
 * @throws {ProblemError} `stationNotFound`, or `tooManyRequests` if the caller already has many watches.
 */
export async function setWatch(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>,
  { stationId, wants }: { stationId: string; wants: WatchedThing },
  caller: string,
  userId: string | null,
): Promise<Watch> {
  const id = randomBytes(16).toString('base64url');
  const now = deps.clock.now();
  const callerHash = sha256(caller);
  await inTransaction(deps.db, async (trx) => {
    if (!(await hasStation(trx, stationId))) throw new ProblemError('stationNotFound');
    // With this lock, the counts and inserts of a caller run one after the other. Otherwise two concurrent requests
    // could together exceed the limit.
    await sql`SELECT pg_advisory_xact_lock(hashtext(${callerHash}))`.execute(trx);
    const { waiting, first } = await trx
      .selectFrom('watches')
      .select(({ fn }) => [
        fn.countAll<number>().as('waiting'),
        fn.min<Date | null>('expires_at').as('first'),
      ])
      .where('caller_hash', '=', callerHash)
      .where('available_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (waiting >= mostWaitingPerCaller && first) {
      const retryAfter = Math.ceil((first.getTime() - now.getTime()) / 1000);
      throw new ProblemError('tooManyRequests', { retryAfter });
    }
    await trx
      .insertInto('watches')
      .values({
        id_hash: hashWatchId(id),
        user_id: userId,
        station_id: stationId,
        wants,
        caller_hash: callerHash,
        created_at: now,
        expires_at: addMs(now, watchMinutes * 60_000),
      })
      .execute();
  });
  // Check the station only after the commit. Then either this check sees a parallel change of the station, or the
  // handler of the change finds the watch.
  await answerWatches(deps, [stationId], hashWatchId(id));
  return readWatch(deps.db, id);
}

/** @throws {ProblemError} `watchNotFound`. */
export async function readWatch(db: Db, id: string): Promise<Watch> {
  const row = await db
    .selectFrom('watches')
    .selectAll()
    .where('id_hash', '=', hashWatchId(id))
    .executeTakeFirst();
  if (!row) throw new ProblemError('watchNotFound');
  return presentWatch(id, row);
}

/** @throws {ProblemError} `watchNotFound`. */
export async function endWatch(
  deps: Pick<Dependencies, 'db' | 'changes'>,
  id: string,
): Promise<void> {
  const idHash = hashWatchId(id);
  const { numDeletedRows } = await deps.db
    .deleteFrom('watches')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ProblemError('watchNotFound');
  watchChanged(deps, idHash);
}

/** Deletes the watches of a user. */
export async function forgetWatches(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('watches').where('user_id', '=', userId).execute();
}

export const watchesKeptMs = 24 * 60 * 60_000;

/** Deletes the watches that expired more than a day ago. */
export async function dropOldWatches(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('watches').where('expires_at', '<', addMs(now, -watchesKeptMs)).execute();
}
