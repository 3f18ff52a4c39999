/** The page is frozen while it waits for the next screen, so it waits only for a moment, in milliseconds. */
const patienceMs = 200;

/**
 * Makes a change of the screen in which the drawn slot moves from its old to its new place: from the button to the
 * numbered slot, to the running rental, and to the slot of the return. The elements with `data-travels` are these
 * places. Without View Transitions, and if nothing can move, the change is made at once.
 */
export function moveSlot(change: () => void): void {
  const from = document.querySelector('[data-travels]');
  if (from === null || document.hidden || !('startViewTransition' in document)) {
    change();
    return;
  }
  const { ready, updateCallbackDone, finished } = document.startViewTransition(async () => {
    change();
    await hasMoved(from);
  });
  // The browser skips a transition that another one replaces, or if the page becomes hidden.
  for (const step of [ready, updateCallbackDone, finished]) step.catch(() => {});
}

/** Resolves when another element is the place of the slot, but soon in any case. */
function hasMoved(from: Element): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (!from.isConnected && document.querySelector('[data-travels]')) end();
    });
    const timer = setTimeout(end, patienceMs);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
