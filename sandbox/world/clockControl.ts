import type { MovableClock } from '../../server/time/clock.ts';

/** The longest time in milliseconds before a request for the offset gets an answer. */
const maxAnswerMs = 60_000;
/** The maximum time in milliseconds to wait for a server that does not confirm the new time. */
const followMs = 1_000;

/** A pending request of a server that waits for a new offset. */
interface Follower {
  answer(offsetSeconds: number): void;
}

/**
 * Moves the clocks of the servers that follow the sandbox, and then moves the clock of the sandbox. If the clock of the
 * sandbox moved first, a server could receive events of cabinets with a time in the future.
 */
export class ClockControl {
  readonly #clock: MovableClock;
  readonly #waiting = new Set<Follower>();
  /** One timer for each server that has got an answer and has not yet sent its next request. */
  readonly #between = new Set<NodeJS.Timeout>();
  /** The offset to which the servers move their clocks. */
  #next: number;
  #onConfirmed: (() => void) | null = null;
  #moving: Promise<void> = Promise.resolve();

  constructor(clock: MovableClock) {
    this.#clock = clock;
    this.#next = clock.offsetSeconds;
  }

  /**
   * Moves the clocks of the servers, and then the clock of the sandbox. Resolves when the sandbox has the new time.
   * Waits at most a second for the servers to confirm the new time.
   */
  move(seconds: number): Promise<void> {
    const moved = this.#moving.then(() => this.#move(seconds));
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  /**
   * Resolves with the offset as soon as the offset differs from `known`, after a minute, or when `gone` aborts. The
   * next request of the server contains the new offset, and so confirms that the server has moved its clock.
   */
  offsetOtherThan(known: number | undefined, gone: AbortSignal): Promise<number> {
    this.#noteRequest();
    if (known !== this.#next) {
      this.#expectNextRequest();
      return Promise.resolve(this.#next);
    }
    this.#onConfirmed?.();
    return new Promise((resolve) => {
      const follower: Follower = {
        answer: (offsetSeconds) => {
          clearTimeout(timer);
          if (this.#waiting.delete(follower)) resolve(offsetSeconds);
        },
      };
      const timer = setTimeout(() => {
        this.#expectNextRequest();
        follower.answer(known);
      }, maxAnswerMs).unref();
      this.#waiting.add(follower);
      gone.addEventListener('abort', () => follower.answer(known), { once: true });
    });
  }

  async #move(seconds: number): Promise<void> {
    this.#next = this.#clock.offsetSeconds + seconds;
    const followers = [...this.#waiting];
    const followed = this.#confirmedBy(followers.length + this.#between.size);
    for (const follower of followers) {
      this.#expectNextRequest();
      follower.answer(this.#next);
    }
    await followed;
    this.#clock.advance(seconds);
  }

  #expectNextRequest(): void {
    const timer = setTimeout(() => this.#between.delete(timer), followMs).unref();
    this.#between.add(timer);
  }

  #noteRequest(): void {
    const [oldest] = this.#between;
    if (!oldest) return;
    clearTimeout(oldest);
    this.#between.delete(oldest);
  }

  /** Resolves when this number of requests with the new offset has arrived, or after a time-out. */
  #confirmedBy(count: number): Promise<void> {
    if (count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let missing = count;
      const done = () => {
        clearTimeout(timer);
        this.#onConfirmed = null;
        resolve();
      };
      const timer = setTimeout(done, followMs);
      this.#onConfirmed = () => {
        missing--;
        if (missing === 0) done();
      };
    });
  }
}
