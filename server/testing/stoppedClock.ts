import { MovableClock, systemClock } from '../clock.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * A clock that starts at midnight in UTC and moves only by `advance`. Tests of rate limits need it, because all their
 * calls must be in the same time window, whenever the tests run, and also on a slow machine.
 */
export class StoppedClock extends MovableClock {
  readonly #startedAt = Math.ceil(systemClock.now().getTime() / dayMs) * dayMs;

  override now(): Date {
    return new Date(this.#startedAt + this.offsetSeconds * 1000);
  }
}
