import { ProblemError } from '../problem.ts';

/**
 * Runs at most `maxConcurrent` calls at a time. At most `maxWaiting` further calls wait; all others
 * are refused.
 */
export class Semaphore {
  readonly #maxConcurrent: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ maxConcurrent, maxWaiting }: { maxConcurrent: number; maxWaiting: number }) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws {ProblemError} `unavailable` if too many calls are already waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxConcurrent) this.#running++;
    else {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw new ProblemError('unavailable', { retryAfter: 5 });
      }
      // The call that ends passes its permit to the next waiting call.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
