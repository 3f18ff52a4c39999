/**
 * Runs a task for each id, one id at a time. If an id is added twice while it waits, the task runs once.
 *
 * @returns a function that adds an id to the queue.
 */
export function createSerialQueue(
  run: (id: string) => Promise<void>,
  onError: (error: unknown, id: string) => void,
): (id: string) => void {
  const waiting = new Set<string>();
  let running = false;

  async function runWaiting(): Promise<void> {
    if (running) return;
    running = true;
    for (const id of waiting) {
      waiting.delete(id);
      await run(id).catch((error: unknown) => onError(error, id));
    }
    running = false;
  }

  return (id) => {
    waiting.add(id);
    void runWaiting();
  };
}
