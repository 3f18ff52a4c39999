import type { Dependencies } from '../../dependencies.ts';
import { Loop } from '../../outbox/loop.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { noticeSilence } from '../cabinets/silence.ts';
import { openCase } from '../support/cases.ts';
import type { RentalRow } from '../rentalRecords/rentals.ts';
import {
  dueRentals,
  lockDueRental,
  nextTimerAt,
  postponeTimer,
  type Timer,
} from '../rentalRecords/rentalTimers.ts';
import { checkRental } from './checkRental.ts';
import { warnRider } from './warnRider.ts';

const longestWaitMs = 1000;
const stationsEveryMs = 5000;
const afterFailureMs = 60_000;
/** After this number of consecutive failed checks of a rental, the server opens a support case. */
const maxFailures = 5;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'settings'>;

type Check = (work: UnitOfWork, rental: RentalRow, settings: Needed['settings']) => Promise<void>;

/**
 * Runs the timers of rentals (time limits, warnings, the capture of the deposit, the loss), and detects stations
 * without a connection. The due times are only in the database, so that a restart loses no timer and several processes
 * can share the timers.
 */
export class RentalTimers {
  readonly #deps: Needed;
  readonly #loop: Loop;
  #stationsCheckedAt = 0;
  readonly #failures = new Map<string, number>();

  constructor(deps: Needed) {
    this.#deps = deps;
    this.#loop = new Loop({
      clock: deps.clock,
      longestWaitMs,
      round: async () => {
        await this.runDue();
        return nextTimerAt(deps.db);
      },
      onError: (error) => deps.log.error({ err: error }, 'running the due rental timers failed'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs all due timers. Checks come first, because a check may make a warning obsolete. */
  async runDue(): Promise<void> {
    await this.#noticeSilence();
    await this.#runTimer('next_check_at', checkRental);
    await this.#runTimer('warn_at', warnRider);
  }

  async #runTimer(timer: Timer, run: Check): Promise<void> {
    const due = await dueRentals(this.#deps.db, timer, this.#deps.clock.now());
    // Each check has its own error handling, because a failed check must not delay the checks of other rentals.
    for (const id of due) {
      await this.#check(id, timer, run).then(
        () => this.#failures.delete(id),
        (error: unknown) => this.#postpone(id, timer, error),
      );
    }
  }

  /** Postpones the next check of a rental whose check failed, because this check may fail again. */
  async #postpone(rentalId: string, timer: Timer, error: unknown): Promise<void> {
    this.#deps.log.error(
      { err: error, rentalId },
      'the check of a rental failed; the server retries it in a minute',
    );
    const now = this.#deps.clock.now();
    const failures = (this.#failures.get(rentalId) ?? 0) + 1;
    this.#failures.set(rentalId, failures);
    if (failures >= maxFailures) await this.#report(rentalId, timer);
    const until = addMs(now, afterFailureMs);
    await postponeTimer(this.#deps.db, rentalId, timer, { now, until });
  }

  async #report(rentalId: string, timer: Timer): Promise<void> {
    const details = { kind: 'rentalTimer', timer };
    await transact(this.#deps, (work) =>
      openCase(work, { kind: 'jobStuck', key: `rental:${rentalId}`, rentalId, details }),
    );
  }

  async #check(rentalId: string, timer: Timer, run: Check): Promise<void> {
    // After a long stop of the server, several steps of a rental are due: first the deposit, then the loss.
    for (let step = 0; step < 3; step++) {
      const done = await transact(this.#deps, async (work) => {
        const rental = await lockDueRental(work, rentalId, timer);
        if (!rental) return true;
        await run(work, rental, this.#deps.settings);
        return false;
      });
      if (done) return;
    }
  }

  async #noticeSilence(): Promise<void> {
    const now = this.#deps.clock.now();
    if (Math.abs(now.getTime() - this.#stationsCheckedAt) < stationsEveryMs) return;
    this.#stationsCheckedAt = now.getTime();
    await noticeSilence(this.#deps);
  }
}
