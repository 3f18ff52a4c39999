import { EventEmitter } from 'node:events';

/**
 * The only source of time in the server: never `Date.now()`, never SQL's `now()`, so that time can
 * be moved in a sandbox and in tests, for the timers too.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set forward; whoever waits for a time listens for `moved`. */
export class MovableClock extends EventEmitter<{ moved: [] }> implements Clock {
  #offset: number;

  constructor(offsetSeconds = 0) {
    super();
    this.#offset = offsetSeconds * 1000;
  }

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  get offsetSeconds(): number {
    return this.#offset / 1000;
  }

  advance(seconds: number): void {
    this.#offset += seconds * 1000;
    this.emit('moved');
  }
}
