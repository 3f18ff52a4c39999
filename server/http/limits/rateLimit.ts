import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';
import { ProblemError } from '../problem.ts';

export interface RateLimit {
  /** The limited action, such as `code:phone`. */
  name: string;
  /** Calls allowed per window. */
  limit: number;
  windowSeconds: number;
}

/** A limit is reached: `tooManyRequests`. */
export class LimitReached extends ProblemError {
  /** The limit's name. */
  readonly limit: string;

  constructor(limit: string, retryAfter: number) {
    super('tooManyRequests', { retryAfter });
    this.limit = limit;
  }
}

/**
 * Counts a call against a limit in fixed windows, over all nodes that share the database. The
 * caller's key (an address, a phone number) is stored as a hash. A /64 network counts for its /48
 * network, too, which has a larger limit.
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

/** The limit of the caller, and that of its /48 network if it is a /64 network. */
function countsOf(limit: RateLimit, whose: string): Counted[] {
  const own = { ...limit, whose };
  const site = siteOf(whose);
  if (site === null) return [own];
  const { name, limit: calls } = limit;
  return [own, { ...limit, name: `${name}:48`, limit: calls * networksPerSite, whose: site }];
}

/** The maximum number of full /64 networks of one /48. */
const networksPerSite = 16;

/**
 * The /48 network of a /64 network, null for any other caller. One customer of a hoster often has a
 * whole /48, which is 65,536 networks.
 */
function siteOf(network: string): string | null {
  const [, site] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? [];
  return site === undefined ? null : `${site}::/48`;
}

async function countOne(
  db: Db | Trx,
  { name, limit, windowSeconds, whose }: Counted,
  now: Date,
): Promise<void> {
  const windowMs = windowSeconds * 1000;
  const start = windowStart(windowSeconds, now);
  const bucket = bucketOf(name, whose);
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
    throw new LimitReached(name, Math.ceil((start + windowMs - now.getTime()) / 1000));
  }
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

/**
 * The network that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address.
 */
export function callerNetwork(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const middle = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: middle }, () => '0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export const callsKeptMs = 2 * 24 * 60 * 60_000;

/** Deletes counts whose window is over. */
export async function dropOldCalls(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', addMs(now, -callsKeptMs)).execute();
}
