import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { ProblemError } from '../problem.ts';
import { networksPerSite, siteOf } from './networks.ts';
import { reachedLimitsOf } from './reachedLimits.ts';

export interface RateLimit {
  /** The name of the limited action, such as `code:phone`. */
  name: string;
  /** The number of calls that are allowed in a window. */
  limit: number;
  windowSeconds: number;
}

/** The error `tooManyRequests`, because a limit is reached. */
export class LimitReached extends ProblemError {
  /** The name of the limit. */
  readonly limit: string;

  constructor(limit: string, retryAfter: number) {
    super('tooManyRequests', { retryAfter });
    this.limit = limit;
  }
}

/**
 * Counts a call against a limit, in fixed windows, for all processes that share the database. The key of the caller (an
 * address or a phone number) is stored as a hash. A call from a /64 network also counts for its /48 network, which has
 * a larger limit. Outside of a transaction, a caller above the limit causes only one query per process in five seconds.
 *
 * @throws {ProblemError} `tooManyRequests` with the seconds until the window ends.
 */
export async function countCall(
  db: Db | Trx,
  limit: RateLimit,
  whose: string,
  now: Date,
): Promise<void> {
  for (const counted of countsOf(limit, whose)) await countOne(db, counted, now);
}

interface Counted extends RateLimit {
  whose: string;
}

/** The limit of the caller. For a /64 network, also the limit of its /48 network. */
function countsOf(limit: RateLimit, whose: string): Counted[] {
  const own = { ...limit, whose };
  const site = siteOf(whose);
  if (site === null) return [own];
  const { name, limit: calls } = limit;
  return [own, { ...limit, name: `${name}:48`, limit: calls * networksPerSite, whose: site }];
}

async function countOne(
  db: Db | Trx,
  { name, limit, windowSeconds, whose }: Counted,
  now: Date,
): Promise<void> {
  const windowMs = windowSeconds * 1000;
  const start = windowStart(windowSeconds, now);
  const bucket = bucketOf(name, whose);
  const retryAfter = Math.ceil((start + windowMs - now.getTime()) / 1000);
  const reached = reachedLimitsOf(db);
  if (reached.has(bucket, start, now)) throw new LimitReached(name, retryAfter);
  const { count } = await db
    .insertInto('rate_limits')
    .values({ bucket, window_start: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet({ count: sql<number>`rate_limits.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (count > limit) {
    reached.add(bucket, start, now);
    throw new LimitReached(name, retryAfter);
  }
}

/**
 * Whether a caller has reached a limit. The check itself does not count as a call, and ignores the limit of the /48
 * network.
 */
export async function isUsedUp(
  db: Db | Trx,
  { name, limit, windowSeconds }: RateLimit,
  whose: string,
  now: Date,
): Promise<boolean> {
  const counted = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('bucket', '=', bucketOf(name, whose))
    .where('window_start', '=', new Date(windowStart(windowSeconds, now)))
    .executeTakeFirst();
  return counted !== undefined && counted.count >= limit;
}

/** Undoes `countCall` for a call that had no effect, such as a message that was not sent. */
export async function uncountCall(
  db: Db | Trx,
  limit: RateLimit,
  whose: string,
  now: Date,
): Promise<void> {
  const { windowSeconds } = limit;
  const buckets = countsOf(limit, whose).map((counted) => bucketOf(counted.name, counted.whose));
  for (const bucket of buckets) reachedLimitsOf(db).delete(bucket);
  await db
    .updateTable('rate_limits')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('bucket', 'in', buckets)
    .where('window_start', '=', new Date(windowStart(windowSeconds, now)))
    .execute();
}

function windowStart(windowSeconds: number, now: Date): number {
  const windowMs = windowSeconds * 1000;
  return Math.floor(now.getTime() / windowMs) * windowMs;
}

function bucketOf(name: string, whose: string): string {
  return `${name}:${createHash('sha256').update(whose).digest('base64url').slice(0, 22)}`;
}

export const callsKeptMs = 2 * 24 * 60 * 60_000;

/** Deletes counts of windows that ended long ago. */
export async function dropOldCalls(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', addMs(now, -callsKeptMs)).execute();
}
