import { MovableClock, type Clock } from '../clock.ts';

interface LoopOptions {
  readonly clock: Clock;
  /** Runs one round. Returns when the next one is due by the clock; null if nothing is planned. */
  readonly round: () => Promise<Date | null>;
  readonly onError: (error: unknown) => void;
  /**
   * A round runs after this time in any case, in real milliseconds: other processes enqueue jobs,
   * too.
   */
  readonly longestWaitMs: number;
}

/**
 * The pause before the next round if a round left jobs undone, because of the limit or a failure.
 */
const leftOverWaitMs = 100;

/**
 * Runs rounds: when one is due, on `wake`, and when the clock was moved. Never runs two at once.
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

  /** Resolves when the current round, if any, is over. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#options.clock instanceof MovableClock) this.#options.clock.off('moved', this.wake);
    this.#interrupt?.();
    await this.#running;
  }

  /**
   * Runs a round as soon as possible; call it after a commit, so that the round sees the new jobs.
   */
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
