import type { Page } from 'playwright/test';

/** A callback that the page passed to a timer or to `requestAnimationFrame`. */
export interface Callback {
  kind: 'timer' | 'frame';
  /** Milliseconds since the start of the page. */
  at: number;
  /** The delay that the page asked for, in milliseconds. */
  delay: number;
}

/** Runs in the page before its first script. Records the callbacks of timers and animation frames. */
function record(): void {
  const callbacks: Callback[] = [];
  Object.assign(window, { callbacks });
  const note = (kind: Callback['kind'], delay: number) =>
    callbacks.push({ kind, at: performance.now(), delay });

  const wrapTimer = (name: 'setTimeout' | 'setInterval') => {
    const original: (run: () => void, delay?: number) => number = window[name].bind(window);
    const wrapped = (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
      original(() => {
        note('timer', delay);
        run(...values);
      }, delay);
    Object.assign(window, { [name]: wrapped });
  };
  wrapTimer('setTimeout');
  wrapTimer('setInterval');
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) =>
    frame((now) => {
      note('frame', 0);
      run(now);
    });
}

/** Records the callbacks of each page. Call this before the page opens an address. */
export async function recordCallbacks(page: Page): Promise<void> {
  await page.addInitScript(record);
}

/** Returns the callbacks since the last call, and forgets them. */
export function takeCallbacks(page: Page): Promise<Callback[]> {
  return page.evaluate('window.callbacks.splice(0)');
}

/**
 * In milliseconds. A callback causes no wake-up of its own if it comes at most this long after
 * another callback.
 */
const togetherMs = 50;

/** Returns how often the callbacks woke the processor. */
export function countWakeups(callbacks: readonly Callback[]): number {
  let before = -Infinity;
  let count = 0;
  for (const { at } of callbacks.toSorted((a, b) => a.at - b.at)) {
    if (at - before > togetherMs) count += 1;
    before = at;
  }
  return count;
}

/**
 * Hides or shows the page. In headless Chromium, each tab counts as visible, even behind another
 * tab. Therefore this function replaces `document.hidden` and `document.visibilityState`, and
 * dispatches `visibilitychange`.
 */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((shown) => {
    const properties = { hidden: !shown, visibilityState: shown ? 'visible' : 'hidden' };
    for (const [name, value] of Object.entries(properties)) {
      Object.defineProperty(document, name, { configurable: true, get: () => value });
    }
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isVisible);
}
