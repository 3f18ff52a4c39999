import { GeocoderError } from './geocoder.ts';

/** Starts at most one call per interval. A few calls may wait; all further calls are refused. */
export class Pace {
  readonly #everyMs: number;
  readonly #mostWaiting: number;
  #waiting = 0;
  /** Resolves when the next call may start. */
  #turn: Promise<unknown> = Promise.resolve();
  #last = -Infinity;

  constructor({ everyMs, mostWaiting }: { everyMs: number; mostWaiting: number }) {
    this.#everyMs = everyMs;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {GeocoderError} if too many calls are already waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const isFree = this.#waiting === 0 && performance.now() - this.#last >= this.#everyMs;
    if (!isFree && this.#waiting >= this.#mostWaiting) {
      const retryAfter = Math.ceil((this.#everyMs * (this.#waiting + 1)) / 1000);
      throw new GeocoderError('too many calls', { retryAfter });
    }
    this.#waiting += 1;
    this.#turn = this.#turn.then(() => this.#pause());
    await this.#turn;
    this.#waiting -= 1;
    this.#last = performance.now();
    return work();
  }

  async #pause(): Promise<void> {
    const wait = this.#last + this.#everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
