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
    this.setMaxListeners(0);
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

/**
 * Calls once when a time has come, by waiting or because the clock was moved.
 *
 * @returns a function that calls it off.
 */
export function callAt(clock: Clock, at: Date, call: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const forget = () => {
    clearTimeout(timer);
    if (clock instanceof MovableClock) clock.off('moved', check);
  };
  const check = () => {
    clearTimeout(timer);
    const wait = at.getTime() - clock.now().getTime();
    if (wait > 0) {
      timer = setTimeout(check, Math.min(wait, longestTimerMs)).unref();
      return;
    }
    forget();
    call();
  };
  if (clock instanceof MovableClock) clock.on('moved', check);
  check();
  return forget;
}

/** A longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
