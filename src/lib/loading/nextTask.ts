/**
 * Ends the task, so that the browser takes in what a person did meanwhile before the work goes on. Where
 * it can, the work goes on ahead of whatever else waits.
 */
export function nextTask(): Promise<void> {
  if ('scheduler' in window && 'yield' in scheduler) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** Resolves once what has changed is styled and laid out, or soon where nobody looks. */
export async function nextFrame(): Promise<void> {
  await new Promise<unknown>((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  await nextTask();
}
