import { MovableClock, type Clock } from '../time/clock.ts';

interface LoopOptions {
  readonly clock: Clock;
  /** Runs one round, and returns the time of the next round; null if no round is planned. */
  readonly round: () => Promise<Date | null>;
  readonly onError: (error: unknown) => void;
  /**
   * The longest pause between two rounds, in real milliseconds. The pause must be limited, because other processes also
   * enqueue jobs.
   */
  readonly longestWaitMs: number;
}

/**
 * The pause, in real milliseconds, after a round that left due jobs, for example because too many jobs were running.
 */
const leftOverWaitMs = 100;

/**
 * Runs a round at the start, when the next round is due, after a call of `wake`, and when the clock is set forward. The
 * pause between two rounds is at most `longestWaitMs`. Two rounds never run at the same time.
 */
export class Loop {
  readonly #options: LoopOptions;
  #running: Promise<void> | null = null;
  #stopped = true;
  #woken = false;
  #interrupt: (() => void) | null = null;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    if (this.#options.clock instanceof MovableClock) this.#options.clock.on('moved', this.wake);
    this.#running = this.#run();
  }

  /** Resolves when no round is running any more. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#options.clock instanceof MovableClock) this.#options.clock.off('moved', this.wake);
    this.#interrupt?.();
    await this.#running;
  }

  /** Runs a round as soon as possible. Call it after a commit, so that the round sees the new jobs. */
  readonly wake = (): void => {
    this.#woken = true;
    this.#interrupt?.();
  };

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      let next: Date | null = null;
      try {
        next = await this.#options.round();
      } catch (error) {
        this.#options.onError(error);
      }
      if (!this.#woken && !this.#stopped) await this.#wait(next);
    }
  }

  #wait(next: Date | null): Promise<void> {
    const { clock, longestWaitMs } = this.#options;
    const untilNext = next ? next.getTime() - clock.now().getTime() : longestWaitMs;
    const wait = Math.min(untilNext > 0 ? untilNext : leftOverWaitMs, longestWaitMs);
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#interrupt = null;
        resolve();
      };
      const timer = setTimeout(done, wait);
      this.#interrupt = done;
    });
  }
}
