/**
 * Runs a task for each id, one after the other. If an id is added again while it waits, its task still runs only once.
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
