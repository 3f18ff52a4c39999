/** Processes the messages of one cabinet in order, one at a time. */
export class WorkQueue {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` after all functions that were enqueued earlier. The promise of `work` must not reject. */
  enqueue(work: () => Promise<void>): Promise<void> {
    this.#waiting++;
    this.#tail = this.#tail.then(work).finally(() => {
      this.#waiting--;
    });
    return this.#tail;
  }
}
