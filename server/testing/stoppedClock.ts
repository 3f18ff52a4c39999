import { MovableClock, systemClock } from '../clock.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * A clock that moves only by `advance`, and starts at midnight UTC. A test of a rate limit needs it: all its
 * calls must fall into the same time window, at every hour of the day and also on a slow machine.
 */
export class StoppedClock extends MovableClock {
  readonly #startedAt = Math.ceil(systemClock.now().getTime() / dayMs) * dayMs;

  override now(): Date {
    return new Date(this.#startedAt + this.offsetSeconds * 1000);
  }
}
