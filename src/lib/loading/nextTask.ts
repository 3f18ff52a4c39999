/**
 * Ends the current task, so that the browser can handle user input before the code continues. With
 * `scheduler.yield`, the code continues before other waiting tasks.
 */
export function nextTask(): Promise<void> {
  if ('scheduler' in window && 'yield' in scheduler) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** Resolves after the next frame is styled and laid out, or soon if the page is hidden. */
export async function nextFrame(): Promise<void> {
  await new Promise<unknown>((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  await nextTask();
}
