/** The page is frozen while it waits for the next screen, so it waits only for a moment, in milliseconds. */
const patienceMs = 200;

/**
 * Makes a change of the screen in a view transition, which ends when `isDone` is true. In browsers without View
 * Transitions, makes the change at once.
 *
 * @param isDone whether the elements of the next screen are there. The transition waits for them, but only for a moment.
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
  // The browser skips a transition that another one replaces, or if the page becomes hidden.
  await Promise.allSettled([ready, updateCallbackDone, finished]);
}

/** Resolves when the condition holds after a change of the page, but soon in any case. */
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
    const timer = setTimeout(end, patienceMs);
    observer.observe(document.body, { childList: true, subtree: true });
    if (condition()) end();
  });
}
