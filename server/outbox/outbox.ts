import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { Loop } from './loop.ts';

/** An effect on the outside world that was decided in a transaction and is performed after it. */
export interface Intent {
  /** Which handler performs it. */
  readonly kind: string;
  /** Enqueued once: a second intent with the same key is dropped. */
  readonly key: string;
  /** What JSON can hold. */
  readonly payload: unknown;
  /** Not before; now by default. */
  readonly runAt?: Date;
}

export interface Job {
  readonly kind: string;
  readonly key: string;
  /** 1 the first time, and never again: then nobody has tried it before. */
  readonly attempts: number;
}

/**
 * Nothing: the job is done. `againAt`: the outcome is still open, and is asked for again then;
 * `answered` where that is no failure, so that the delays after failures begin anew.
 */
export type JobOutcome = { againAt: Date; answered?: boolean } | void;

/**
 * Performs a job, at least once. It parses its payload, uses an idempotency key of its own for what
 * it does outside, and makes no transaction round the outside call. Where it throws, it is tried
 * again after a growing delay; after `maxFailures` tries it is reported as stuck, too.
 */
export type JobHandler = (payload: unknown, job: Job) => Promise<JobOutcome>;

/** Jobs of a low priority get fewer places, so that others do not wait behind them. */
type Priority = 'high' | 'normal' | 'low';

interface JobOptions {
  /** `high` by default, for money and cabinets; `normal` for messages to one rider, `low` for news to all. */
  readonly priority?: Priority;
}

interface OutboxOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** No other process works on this database: leases found at the start are a dead one's. */
  readonly alone?: boolean;
}

/**
 * A crashed worker's job is taken over after this time. A living worker renews its leases; where it is too
 * slow to do so, the job is performed twice, which is harmless.
 */
const leaseMs = 3_000;
const renewEveryMs = 1_000;
/** How many jobs of this priority or a lower one are performed at once. The highest begin first. */
const parallelJobs: readonly (readonly [Priority, number])[] = [
  ['high', 16],
  ['normal', 8],
  ['low', 4],
];
const priorities = parallelJobs.map(([priority]) => priority);
const firstRetryMs = 250;
const longestRetryMs = 60_000;
const longestWaitMs = 1000;
/** After so many tries, about fifteen minutes, a job that throws is reported as stuck. */
export const maxFailures = 20;
/** Keys of done jobs are kept as long as something might enqueue them again. */
const keepDoneMs = 30 * 24 * 3_600_000;

/** Decided effects, in the database until they are known to have happened. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #handlers = new Map<string, JobHandler>();
  readonly #priority = new Map<string, Priority>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #runningKinds = new Map<number, string>();
  readonly #loop: Loop;
  #cleanedAt = 0;
  #deadLeases: boolean;
  #renewing: NodeJS.Timeout | null = null;
  #reportStuck: (job: Job) => Promise<void> = async () => undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#deadLeases = options.alone ?? false;
    this.#loop = new Loop({
      clock: options.clock,
      longestWaitMs,
      round: () => this.#round(),
      onError: (error) => options.log.error({ err: error }, 'outbox round failed'),
    });
  }

  handle(kind: string, handler: JobHandler, { priority = 'high' }: JobOptions = {}): void {
    if (this.#handlers.has(kind)) throw new Error(`two handlers for jobs of kind ${kind}`);
    this.#handlers.set(kind, handler);
    this.#priority.set(kind, priority);
  }

  /** Calls `report` whenever a job throws at its try number `maxFailures` or later. */
  onStuck(report: (job: Job) => Promise<void>): void {
    this.#reportStuck = report;
  }

  /** Decides an effect together with everything else of the transaction. `wake` after the commit. */
  async enqueue(trx: Trx, intent: Intent): Promise<void> {
    const now = this.#options.clock.now();
    await trx
      .insertInto('outbox')
      .values({
        kind: intent.kind,
        key: intent.key,
        payload: JSON.stringify(intent.payload),
        run_at: intent.runAt ?? now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }

  /**
   * Has what is still open of these keys (or, with `%` at the end, of keys that begin so) tried again
   * now. What is being tried at this moment is tried once more where it stays open. `wake` after the
   * commit.
   */
  async retryNow(trx: Trx, keys: readonly string[]): Promise<void> {
    const now = this.#options.clock.now();
    // Later than when it was leased: `#postpone` tells by this that it is not to wait.
    const sinceLease = sql<Date>`leased_at + interval '1 millisecond'`;
    await trx
      .updateTable('outbox')
      .set({ run_at: sql<Date>`greatest(${now}::timestamptz, ${sinceLease})` })
      .where('done_at', 'is', null)
      .where((or) => or.or(keys.map((key) => or('key', 'like', key))))
      .execute();
  }

  start(): void {
    this.#loop.start();
    this.#renewing ??= setInterval(() => void this.#renewLeases(), renewEveryMs);
  }

  /** Resolves when the jobs under way are over; what was not begun waits for the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.values());
    if (this.#renewing) clearInterval(this.#renewing);
    this.#renewing = null;
  }

  readonly wake = (): void => {
    this.#loop.wake();
  };

  /** Performs everything due, and what that makes due, until nothing is. For tests. */
  async idle(): Promise<void> {
    for (;;) {
      const begun = await this.#begin();
      if (begun === 0 && this.#running.size === 0) return;
      await Promise.all(this.#running.values());
    }
  }

  async #round(): Promise<Date | null> {
    if (this.#deadLeases) await this.#endDeadLeases();
    await this.#begin();
    await this.#forgetDone();
    return this.#nextDue();
  }

  async #begin(): Promise<number> {
    let begun = 0;
    for (const [index, [priority]] of parallelJobs.entries()) {
      const kinds = [...this.#handlers.keys()].filter(
        (kind) => this.#priority.get(kind) === priority,
      );
      // They count among those of a higher priority, too.
      const rooms = parallelJobs
        .slice(0, index + 1)
        .map(([highest, most]) => most - this.#countRunning(highest));
      begun += await this.#beginSome(kinds, Math.min(...rooms));
    }
    return begun;
  }

  /** The running jobs of this priority or a lower one. */
  #countRunning(highest: Priority): number {
    const kinds = [...this.#runningKinds.values()];
    const rank = (priority: Priority) => priorities.indexOf(priority);
    return kinds.filter((kind) => rank(this.#priority.get(kind) ?? 'high') >= rank(highest)).length;
  }

  async #beginSome(kinds: readonly string[], room: number): Promise<number> {
    if (room <= 0 || kinds.length === 0) return 0;
    const jobs = await this.#lease(kinds, room);
    let begun = 0;
    for (const job of jobs) {
      // A clock that was set forward ends leases early; what runs here is not begun twice.
      if (this.#running.has(job.id)) continue;
      begun++;
      this.#runningKinds.set(job.id, job.kind);
      const run = this.#perform(job).finally(() => {
        this.#running.delete(job.id);
        this.#runningKinds.delete(job.id);
        this.#loop.wake();
      });
      this.#running.set(job.id, run);
    }
    return begun;
  }

  async #endDeadLeases(): Promise<void> {
    await this.#options.db
      .updateTable('outbox')
      .set({ leased_at: null, leased_until: null })
      .where('done_at', 'is', null)
      .where('leased_until', 'is not', null)
      .execute();
    this.#deadLeases = false;
  }

  async #renewLeases(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    const { db, clock, log } = this.#options;
    await db
      .updateTable('outbox')
      .set({ leased_until: new Date(clock.now().getTime() + leaseMs) })
      .where('id', 'in', ids)
      .where('done_at', 'is', null)
      .where('leased_until', 'is not', null)
      .execute()
      .catch((error: unknown) => log.error({ err: error }, 'the leases were not renewed'));
  }

  #lease(kinds: readonly string[], limit: number) {
    const { db, clock } = this.#options;
    const now = clock.now();
    return db
      .with(
        (cte) => cte('due').materialized(),
        (query) =>
          query
            .selectFrom('outbox')
            .select('id')
            .where('done_at', 'is', null)
            .where('run_at', '<=', now)
            .where('kind', 'in', kinds)
            .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<', now)]))
            .orderBy('run_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('outbox')
      .from('due')
      .set({
        leased_at: now,
        leased_until: new Date(now.getTime() + leaseMs),
        attempts: sql`attempts + 1`,
      })
      .whereRef('outbox.id', '=', 'due.id')
      .returning(['outbox.id', 'kind', 'key', 'payload', 'attempts', 'leased_at'])
      .execute();
  }

  async #perform(job: LeasedJob): Promise<void> {
    const { db, clock, log } = this.#options;
    const { id, kind, key, attempts } = job;
    try {
      const outcome = await this.#run(job);
      await (outcome
        ? this.#postpone(job, outcome)
        : db
            .updateTable('outbox')
            .set({ done_at: clock.now(), leased_until: null })
            .where('id', '=', id)
            .execute());
    } catch (error) {
      // The database itself may be what failed: then the lease runs out and the job is taken again.
      log.error({ err: error, kind, key, attempts }, 'a job is not settled');
    }
  }

  async #run(job: LeasedJob): Promise<JobOutcome> {
    const { clock, log } = this.#options;
    const { kind, key, attempts } = job;
    const handler = this.#handlers.get(kind);
    if (!handler) throw new Error(`no handler for jobs of kind ${kind}`);
    try {
      return await handler(job.payload, { kind, key, attempts });
    } catch (error) {
      log.error({ err: error, kind, key, attempts }, 'a job failed and will be tried again');
      if (attempts >= maxFailures) await this.#reportStuck({ kind, key, attempts });
      return { againAt: retryAt(clock, attempts) };
    }
  }

  async #postpone(job: LeasedJob, { againAt, answered }: Exclude<JobOutcome, void>): Promise<void> {
    // A caller asked for an earlier retry meanwhile: that time stays.
    await this.#options.db
      .updateTable('outbox')
      .set({
        run_at: sql<Date>`case when run_at > ${job.leased_at}::timestamptz then run_at else ${againAt}::timestamptz end`,
        leased_at: null,
        leased_until: null,
        ...(answered ? { attempts: 1 } : {}),
      })
      .where('id', '=', job.id)
      .where('done_at', 'is', null)
      .where('leased_at', '=', job.leased_at)
      .execute();
  }

  async #nextDue(): Promise<Date | null> {
    if (this.#handlers.size === 0) return null;
    const row = await this.#options.db
      .selectFrom('outbox')
      .select(sql<Date | null>`min(greatest(run_at, leased_until))`.as('at'))
      .where('done_at', 'is', null)
      .where('kind', 'in', [...this.#handlers.keys()])
      .executeTakeFirst();
    return row?.at ?? null;
  }

  async #forgetDone(): Promise<void> {
    const now = this.#options.clock.now().getTime();
    if (now - this.#cleanedAt < 3_600_000) return;
    this.#cleanedAt = now;
    await this.#options.db
      .deleteFrom('outbox')
      .where('done_at', '<', new Date(now - keepDoneMs))
      .execute();
  }
}

interface LeasedJob extends Job {
  readonly id: number;
  readonly payload: unknown;
  readonly leased_at: Date | null;
}

/** When to try again after `attempts` tries: 250 ms, doubling, at most a minute. */
export function retryAt(clock: Clock, attempts: number): Date {
  const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 16));
  return new Date(clock.now().getTime() + delay);
}
