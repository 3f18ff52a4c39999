import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';

/** How long to wait until the page has its old height again, in milliseconds. */
const patienceMs = 4000;

const here = () => location.pathname + location.search;

/** Saves the scroll position, so that the user does not notice the reload that follows. */
export function saveScrollPosition(): void {
  // The notice that asked for the reload takes space above the page. It will be gone after the reload.
  const above = document.querySelector('.notices')?.clientHeight ?? 0;
  const top = Math.max(0, Math.round(window.scrollY) - above);
  session.set(storageKeys.scroll, JSON.stringify([here(), top]));
}

function readPlace(): number {
  try {
    const kept: unknown = JSON.parse(session.get(storageKeys.scroll) ?? 'null');
    if (!Array.isArray(kept)) return 0;
    const [path, top]: unknown[] = kept;
    return path === here() && typeof top === 'number' ? top : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}

/**
 * Scrolls to the saved position as soon as the page is long enough. Repeats this if the page jumps back
 * to the top while it loads. Stops when the user touches the page.
 */
export function restoreScrollPosition(): void {
  const top = readPlace();
  session.remove(storageKeys.scroll);
  if (top === 0) return;

  const begun = new AbortController();
  const stop = () => begun.abort();
  const path = here();
  const scroll = () => {
    if (here() !== path) return stop();
    const lowest = document.documentElement.scrollHeight - window.innerHeight;
    if (lowest >= top && Math.abs(window.scrollY - top) > 1) window.scrollTo(0, top);
  };
  const growth = new ResizeObserver(scroll);
  growth.observe(document.body);
  const timer = setTimeout(stop, patienceMs);
  begun.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  window.addEventListener('scroll', scroll, { signal: begun.signal, passive: true });
  for (const touch of ['pointerdown', 'wheel', 'keydown']) {
    window.addEventListener(touch, stop, { signal: begun.signal, passive: true });
  }
}
