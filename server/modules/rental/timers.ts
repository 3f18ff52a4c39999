import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { Loop } from '../../outbox/loop.ts';
import { later, transact } from '../../work.ts';
import { checkRental } from './checkRental.ts';
import { silenceMs } from './terms.ts';

const longestWaitMs = 1000;
const stationsEveryMs = 5000;
const afterFailureMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

/**
 * Time's own part in the rentals: bounds, the deposit, the loss; and stations that fell silent. Only
 * the database knows what is due, so a restart forgets nothing, and processes share the work.
 */
export class RentalTimers {
  readonly #deps: Needed;
  readonly #loop: Loop;
  #stationsCheckedAt = 0;

  constructor(deps: Needed) {
    this.#deps = deps;
    this.#loop = new Loop({
      clock: deps.clock,
      longestWaitMs,
      round: async () => {
        await this.runDue();
        return this.#nextDue();
      },
      onError: (error) => deps.log.error({ err: error }, 'timer round failed'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Does everything that is due by the clock. */
  async runDue(): Promise<void> {
    await this.#noticeSilence();
    const due = await this.#deps.db
      .selectFrom('rentals')
      .select('id')
      .where('next_check_at', '<=', this.#deps.clock.now())
      .orderBy('next_check_at')
      .execute();
    // One that cannot be checked must not keep the others waiting.
    for (const { id } of due) {
      await this.#check(id).catch((error: unknown) => this.#postpone(id, error));
    }
  }

  /** What fails once may fail each time: it is not tried in a circle. */
  async #postpone(rentalId: string, error: unknown): Promise<void> {
    this.#deps.log.error({ err: error, rentalId }, 'a rental could not be checked');
    const now = this.#deps.clock.now();
    await this.#deps.db
      .updateTable('rentals')
      .set({ next_check_at: later(now, afterFailureMs) })
      .where('id', '=', rentalId)
      .where('next_check_at', '<=', now)
      .execute();
  }

  async #check(rentalId: string): Promise<void> {
    // A long absence makes several things due at once: the deposit, then the loss.
    for (let step = 0; step < 3; step++) {
      const done = await transact(this.#deps, async (work) => {
        const rental = await work.trx
          .selectFrom('rentals')
          .selectAll()
          .where('id', '=', rentalId)
          .where('next_check_at', '<=', work.now)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!rental) return true;
        await checkRental(work, rental);
        return false;
      });
      if (done) return;
    }
  }

  async #noticeSilence(): Promise<void> {
    const now = this.#deps.clock.now();
    if (Math.abs(now.getTime() - this.#stationsCheckedAt) < stationsEveryMs) return;
    this.#stationsCheckedAt = now.getTime();
    const silent = await this.#deps.db
      .updateTable('stations')
      .set({
        online: false,
        changed_at: now,
        silent_since: sql<Date>`coalesce(silent_since, last_seen_at)`,
      })
      .where('online', '=', true)
      .where('last_seen_at', '<=', later(now, -silenceMs))
      .returning('id')
      .execute();
    for (const { id } of silent) this.#deps.changes.emit('station', id);
  }

  async #nextDue(): Promise<Date | null> {
    const row = await this.#deps.db
      .selectFrom('rentals')
      .select((of) => of.fn.min('next_check_at').as('at'))
      .where('next_check_at', 'is not', null)
      .executeTakeFirst();
    return row?.at ?? null;
  }
}
