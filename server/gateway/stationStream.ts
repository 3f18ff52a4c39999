import type { EventEnvelope } from './messages.ts';

/**
 * Keeps one station's messages in order: each is worked off after the one before it, and an event
 * after a gap is left to the cabinet, which sends again what was not acknowledged. Without that, an
 * acknowledgement ("everything up to here") would forget the missing one for good.
 */
export class StationStream {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #bootId: string | null = null;
  /** The lowest seq of the boot that is not known to be committed. */
  #next = 0;
  /** The last one that was passed on, committed or not. */
  #begun: number | null = null;
  /** The first one that was left to the cabinet since. */
  #left: number | null = null;

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs the work after everything that was given before. It must not reject. */
  enqueue(work: () => Promise<void>): Promise<void> {
    this.#waiting++;
    this.#tail = this.#tail.then(work).finally(() => {
      this.#waiting--;
    });
    return this.#tail;
  }

  /** Whether everything before this event is committed, as far as can be known. */
  isNext({ bootId, seq, oldest }: EventEnvelope): boolean {
    if (this.#bootId !== bootId) {
      this.#bootId = bootId;
      this.#next = oldest ?? seq;
      this.#begun = null;
      this.#left = null;
    } else if (oldest === undefined ? this.#isAnothersGap(seq) : oldest > this.#next) {
      // What the cabinet no longer keeps was acknowledged, by us or by another process.
      this.#next = Math.max(this.#next, oldest ?? seq);
    }
    if (seq > this.#next) {
      this.#left ??= seq;
      return false;
    }
    this.#begun = seq;
    if (seq === this.#next) this.#left = null;
    return true;
  }

  /**
   * Where a cabinet does not say what it keeps, a gap is another process's, unless the missing event
   * was refused here. That one is sent again; where a later one comes again without it, it is gone.
   */
  #isAnothersGap(seq: number): boolean {
    return this.#begun !== this.#next || this.#left === seq;
  }

  /** Notes the event as committed and answers what may be acknowledged of its boot. */
  committed({ bootId, seq }: EventEnvelope): number {
    if (this.#bootId !== bootId) return seq;
    if (seq >= this.#next) {
      this.#next = seq + 1;
      this.#left = null;
    }
    return this.#next - 1;
  }
}
