import { MovableClock, systemClock } from '../time/clock.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * A clock that starts at midnight in UTC and moves only by `advance`. Tests of rate limits need
 * this clock. All calls of such a test must be in the same time window, at any time of day and even
 * on a slow machine.
 */
export class StoppedClock extends MovableClock {
  readonly #startedAt = Math.ceil(systemClock.now().getTime() / dayMs) * dayMs;

  override now(): Date {
    return new Date(this.#startedAt + this.offsetSeconds * 1000);
  }
}
