/**
 * Ends the task, so that the browser takes in what a person did meanwhile before the work goes on. Where
 * it can, the work goes on ahead of whatever else waits.
 */
export function nextTask(): Promise<void> {
  if ('scheduler' in window && 'yield' in scheduler) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}
