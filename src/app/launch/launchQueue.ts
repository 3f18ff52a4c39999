import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { session } from '../../lib/storage/storage.ts';

// An installed app has one window. If a link or a shortcut opens the app again, the browser shows
// that window and passes the address to the app. The app decides whether to open the address.

/** The launch queue exists only in Chromium: https://wicg.github.io/web-app-launch/. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

function isLaunchQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value;
}

const launchedKey = 'launched';

/**
 * Returns the address with which the page was loaded. The router may have changed the current
 * address since the load.
 */
function loadedAddress(): string {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return entry?.name ?? location.href;
}

/**
 * Returns the path of an address inside the app. Returns null for another origin and for an unsafe
 * path. Also returns null for `/` and for the start address `/home`, both without a query, because
 * these addresses should only bring the window to the front.
 */
export function launchedPath(target: string | null | undefined): string | null {
  const own = `${location.origin}/`;
  if (typeof target !== 'string' || !target.startsWith(own)) return null;
  const path = safeInternalPath(target.slice(own.length - 1));
  return path === '/home' || path === '/' ? null : path;
}

/**
 * Listens for launches until the caller calls the returned function. Earlier launches are reported
 * at once. The first of these earlier launches is ignored in two cases: if it has the address with
 * which the page was loaded, or if it was handled before a reload.
 */
export function handleLaunches(open: (path: string) => void): () => void {
  const queue: unknown = Reflect.get(window, 'launchQueue');
  if (!isLaunchQueue(queue)) return () => undefined;
  const known = new Set([loadedAddress(), session.get(launchedKey)]);
  let isFirst = true;
  queue.setConsumer(({ targetURL }) => {
    const isKnown = isFirst && known.has(targetURL ?? null);
    isFirst = false;
    const path = launchedPath(targetURL);
    if (isKnown || path === null) return;
    session.set(launchedKey, targetURL ?? '');
    open(path);
  });
  isFirst = false;
  return () => queue.setConsumer(() => undefined);
}
