import { ProblemError } from '../problem.ts';

/** Lets so many through at once; some wait, and who comes on top of them is sent away. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {ProblemError} `unavailable`, where too many wait already. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#atOnce) this.#inside++;
    else {
      if (this.#waiting.length >= this.#mostWaiting) {
        throw new ProblemError('unavailable', { retryAfter: 5 });
      }
      // Whoever leaves hands its place over.
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
