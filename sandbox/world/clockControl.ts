import type { MovableClock } from '../../server/clock.ts';

/** A question about the offset is answered after this time at the latest, in milliseconds. */
const longestAnswerMs = 60_000;
/** Maximum time to wait for a server that does not move its clock, in milliseconds. */
const followMs = 1_000;

/** A server that waits for another offset than the one that it knows. */
interface Follower {
  answer(offsetSeconds: number): void;
}

/**
 * Moves the clock of the sandbox, and before it the clocks of the servers that follow it. A server whose
 * clock is behind would take events of the cabinets for events of the future.
 */
export class ClockControl {
  readonly #clock: MovableClock;
  readonly #waiting = new Set<Follower>();
  /** One timer for each server that got an answer and has not asked again yet. */
  readonly #between = new Set<NodeJS.Timeout>();
  /** The offset that the servers are being moved to. */
  #next: number;
  #onConfirmed: (() => void) | null = null;
  #moving: Promise<void> = Promise.resolve();

  constructor(clock: MovableClock) {
    this.#clock = clock;
    this.#next = clock.offsetSeconds;
  }

  /** Resolves when the servers and the sandbox have the new time. */
  move(seconds: number): Promise<void> {
    const moved = this.#moving.then(() => this.#move(seconds));
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  /**
   * Resolves with the offset once it differs from the known one, and after a minute in any case. By asking
   * again with the new offset, a server confirms that it has moved its clock.
   */
  offsetOtherThan(known: number | undefined, gone: AbortSignal): Promise<number> {
    this.#noteQuestion();
    if (known !== this.#next) {
      this.#expectNextQuestion();
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
        this.#expectNextQuestion();
        follower.answer(known);
      }, longestAnswerMs).unref();
      this.#waiting.add(follower);
      gone.addEventListener('abort', () => follower.answer(known), { once: true });
    });
  }

  async #move(seconds: number): Promise<void> {
    this.#next = this.#clock.offsetSeconds + seconds;
    const followers = [...this.#waiting];
    const followed = this.#confirmedBy(followers.length + this.#between.size);
    for (const follower of followers) {
      this.#expectNextQuestion();
      follower.answer(this.#next);
    }
    await followed;
    this.#clock.advance(seconds);
  }

  #expectNextQuestion(): void {
    const timer = setTimeout(() => this.#between.delete(timer), followMs).unref();
    this.#between.add(timer);
  }

  #noteQuestion(): void {
    const [oldest] = this.#between;
    if (!oldest) return;
    clearTimeout(oldest);
    this.#between.delete(oldest);
  }

  /** Resolves after this many questions with the new offset, or after a time-out. */
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
