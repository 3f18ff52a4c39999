/**
 * Does something for one id after the other; what comes again while it waits is done once.
 *
 * @returns a function that puts an id into the line.
 */
export function inTurn(
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
