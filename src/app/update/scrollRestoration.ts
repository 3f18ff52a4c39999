import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';

/** The maximum time in milliseconds to wait until the page has its old height again. */
const growthTimeoutMs = 4000;

const currentPath = () => location.pathname + location.search;

/** Saves the scroll position before a reload, so that the user does not notice the reload. */
export function saveScrollPosition(): void {
  // The notice with the update button takes space above the page. After the reload, the notice is
  // gone.
  const above = document.querySelector('.notices')?.clientHeight ?? 0;
  const top = Math.max(0, Math.round(window.scrollY) - above);
  session.set(storageKeys.scroll, JSON.stringify([currentPath(), top]));
}

function readPosition(): number {
  try {
    const saved: unknown = JSON.parse(session.get(storageKeys.scroll) ?? 'null');
    if (!Array.isArray(saved)) return 0;
    const [path, top]: unknown[] = saved;
    return path === currentPath() && typeof top === 'number' ? top : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}

/**
 * Scrolls to the saved position as soon as the page is long enough. Scrolls again if the page jumps
 * back to the top while it loads. Stops when the user presses, scrolls or types, when another page
 * opens, or after `growthTimeoutMs`.
 */
export function restoreScrollPosition(): void {
  const top = readPosition();
  session.remove(storageKeys.scroll);
  if (top === 0) return;

  const listening = new AbortController();
  const stop = () => listening.abort();
  const path = currentPath();
  const scroll = () => {
    if (currentPath() !== path) return stop();
    const lowest = document.documentElement.scrollHeight - window.innerHeight;
    if (lowest >= top && Math.abs(window.scrollY - top) > 1) window.scrollTo(0, top);
  };
  const growth = new ResizeObserver(scroll);
  growth.observe(document.body);
  const timer = setTimeout(stop, growthTimeoutMs);
  listening.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  window.addEventListener('scroll', scroll, { signal: listening.signal, passive: true });
  for (const touch of ['pointerdown', 'wheel', 'keydown']) {
    window.addEventListener(touch, stop, { signal: listening.signal, passive: true });
  }
}
