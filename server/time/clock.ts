import { EventEmitter } from 'node:events';

/**
 * The only source of time in the server. Never use `Date.now()` or SQL's `now()`, because the
 * sandbox and tests set the time forward.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set forward; timers listen for `moved`. */
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
 * Calls `call` once, when the clock reaches `at`. If `at` has passed already, or if the clock is
 * set forward beyond `at`, it calls `call` at once.
 *
 * @returns a function that cancels the call.
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

/** With a longer delay, `setTimeout` would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
