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
    } else if (oldest === undefined || oldest > this.#next) {
      // What the cabinet no longer keeps was acknowledged, by us or by another process.
      this.#next = Math.max(this.#next, oldest ?? seq);
    }
    return seq <= this.#next;
  }

  /** Notes the event as committed and answers what may be acknowledged of its boot. */
  committed({ bootId, seq }: EventEnvelope): number {
    if (this.#bootId !== bootId) return seq;
    this.#next = Math.max(this.#next, seq + 1);
    return this.#next - 1;
  }
}
