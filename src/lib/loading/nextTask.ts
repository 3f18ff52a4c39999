/**
 * Ends the current task, so that the browser can handle user input. With `scheduler.yield`, the
 * code then continues before other tasks of the same priority.
 */
export function nextTask(): Promise<void> {
  if ('scheduler' in window && 'yield' in scheduler) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Resolves after the layout of the next frame. A hidden page has no frames, so there the promise
 * resolves after about 100 milliseconds.
 */
export async function nextFrame(): Promise<void> {
  await new Promise<unknown>((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  await nextTask();
}
