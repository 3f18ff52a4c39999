/** Works off one cabinet's messages in order, each after the one before it. */
export class WorkQueue {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

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
}
