/** Processes one cabinet's messages in order, one at a time. */
export class WorkQueue {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs the function after all earlier ones. It must not reject. */
  enqueue(work: () => Promise<void>): Promise<void> {
    this.#waiting++;
    this.#tail = this.#tail.then(work).finally(() => {
      this.#waiting--;
    });
    return this.#tail;
  }
}
