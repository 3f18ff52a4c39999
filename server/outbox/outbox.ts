import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { Loop } from './loop.ts';

/** An action on the outside world. It is decided in a transaction, and performed after the commit. */
export interface Intent {
  /** The kind of the job, which selects the handler. */
  readonly kind: string;
  /** Identifies the intent. The outbox drops a second intent with the same key. */
  readonly key: string;
  /** The data for the handler: any JSON value. */
  readonly payload: unknown;
  /** The earliest time of the action. The default is now. */
  readonly runAt?: Date;
}

export interface Job {
  readonly kind: string;
  readonly key: string;
  /** The number of attempts so far, with this one: 1 at the first attempt. */
  readonly attempts: number;
}

/**
 * Undefined means that the job is done. `againAt`: the outcome is still open, and the job runs again at
 * that time. `answered`: this attempt did not fail, so the delays after later failures start short again.
 */
export type JobOutcome = { againAt: Date; answered?: boolean } | void;

/**
 * Performs a job. The outbox calls the handler at least once for each job. The handler must parse the payload. It must
 * send an idempotency key with each request to another system, and must not hold a transaction open during the request.
 * If the handler throws an error, the outbox retries the job after a delay, which grows with each attempt. From attempt
 * number `maxFailures` on, each failure is also reported as a stuck job.
 */
export type JobHandler = (payload: unknown, job: Job) => Promise<JobOutcome>;

/**
 * The highest number of concurrent jobs is lower for `normal` and `low` (see `parallelJobs`), so that jobs of a higher
 * priority need not wait for them.
 */
type Priority = 'high' | 'normal' | 'low';

interface JobOptions {
  /**
   * Jobs that move money or control cabinets have the priority `high`, which is the default. Messages to one person are
   * `normal`. Jobs that can wait, such as news and webhooks, are `low`.
   */
  readonly priority?: Priority;
}

interface OutboxOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /**
   * True if no other process uses this database. Then all leases that exist at the start belong to processes that have
   * ended.
   */
  readonly alone?: boolean;
}

/**
 * The length of a lease, which reserves a job for one process. A running process renews its leases. When a lease ends,
 * another process may start the job. The job may then be performed twice, which does no harm because of the idempotency
 * key.
 */
const leaseMs = 3_000;
const renewEveryMs = 1_000;
/**
 * The highest number of concurrent jobs of this priority and all lower priorities together. Jobs of the
 * highest priority start first.
 */
const parallelJobs: readonly (readonly [Priority, number])[] = [
  ['high', 16],
  ['normal', 8],
  ['low', 4],
];
const priorities = parallelJobs.map(([priority]) => priority);
const firstRetryMs = 250;
const longestRetryMs = 60_000;
const longestWaitMs = 1000;
/** From this attempt on, each failure is reported as a stuck job. The attempts before it take about twelve minutes. */
export const maxFailures = 20;
/**
 * How long the keys of done jobs are stored. During this time, the outbox drops a second intent with the
 * same key.
 */
const keepDoneMs = 30 * 24 * 3_600_000;

/** Stores intents in the database until they have certainly been performed. */
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

  /** Calls `report` for each failure of a job from attempt number `maxFailures` on. */
  onStuck(report: (job: Job) => Promise<void>): void {
    this.#reportStuck = report;
  }

  /** Enqueues an intent within the transaction. Call `wake` after the commit. */
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
   * Retries now the open jobs whose keys match one of these `LIKE` patterns. A running job
   * is retried after its present try, unless this try completes the job. Call `wake` after the commit.
   */
  async retryNow(trx: Trx, keys: readonly string[]): Promise<void> {
    const now = this.#options.clock.now();
    // This makes `run_at` later than `leased_at`. If a running job fails, `#postpone` therefore keeps `run_at`, and
    // adds no delay.
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

  /** Resolves when no job is running any more. Jobs that have not begun wait for the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.values());
    if (this.#renewing) clearInterval(this.#renewing);
    this.#renewing = null;
  }

  readonly wake = (): void => {
    this.#loop.wake();
  };

  /** For tests: performs all jobs that are due, including new jobs, until none is left. */
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
      // A running job counts towards the limit of its priority and of all higher priorities.
      const rooms = parallelJobs
        .slice(0, index + 1)
        .map(([highest, most]) => most - this.#countRunning(highest));
      begun += await this.#beginSome(kinds, Math.min(...rooms));
    }
    return begun;
  }

  /** The number of running jobs of this priority and all lower priorities. */
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
      // If the clock is set forward, leases end early. A job that runs in this process must not start twice.
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
      // The database may have failed. If so, the lease expires, and a worker performs the job again.
      log.error({ err: error, kind, key, attempts }, 'the outcome of a job was not stored');
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
    // If `retryNow` was called while the job was running, keep the time that it set.
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

/** The time of the next try after `attempts` tries. The delay is 250 ms and doubles, up to a minute. */
export function retryAt(clock: Clock, attempts: number): Date {
  const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 16));
  return new Date(clock.now().getTime() + delay);
}
