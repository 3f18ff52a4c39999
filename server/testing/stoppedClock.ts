import { MovableClock, systemClock } from '../clock.ts';

/**
 * A clock that moves only by `advance`. A test of a rate limit needs it: all its calls must fall into the
 * same time window, also on a slow machine.
 */
export class StoppedClock extends MovableClock {
  readonly #startedAt = systemClock.now().getTime();

  override now(): Date {
    return new Date(this.#startedAt + this.offsetSeconds * 1000);
  }
}
