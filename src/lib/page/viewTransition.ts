/** In milliseconds. The browser freezes the page while it waits for the next screen, so the wait must be short. */
const screenTimeoutMs = 200;

/**
 * Changes the screen in a view transition. The motion begins when `isDone` returns true. In a
 * hidden page, and in browsers without View Transitions, changes the screen without a motion.
 *
 * @param isDone returns whether the page contains the next screen. The transition waits at most
 *   `screenTimeoutMs` for the next screen.
 * @returns resolves at the end of the motion. Never rejects.
 */
export async function changeInTransition(change: () => void, isDone: () => boolean): Promise<void> {
  if (document.hidden || !('startViewTransition' in document)) {
    change();
    return;
  }
  const { ready, updateCallbackDone, finished } = document.startViewTransition(async () => {
    change();
    await soon(isDone);
  });
  // Ignore rejections. The browser skips a transition if another transition replaces it, or if the page becomes hidden.
  await Promise.allSettled([ready, updateCallbackDone, finished]);
}

/** Resolves when the condition is true after a change of the page, or after `screenTimeoutMs`. */
function soon(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (condition()) end();
    });
    const timer = setTimeout(end, screenTimeoutMs);
    observer.observe(document.body, { childList: true, subtree: true });
    if (condition()) end();
  });
}
