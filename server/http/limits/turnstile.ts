import { ProblemError } from '../problem.ts';

/** A semaphore: limits concurrent calls; some more may wait, and further ones are refused. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {ProblemError} `unavailable`, if too many wait already. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#atOnce) this.#inside++;
    else {
      if (this.#waiting.length >= this.#mostWaiting) {
        throw new ProblemError('unavailable', { retryAfter: 5 });
      }
      // Pass the permit to the next waiting call.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
