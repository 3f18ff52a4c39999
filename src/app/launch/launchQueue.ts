import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { session } from '../../lib/storage/storage.ts';

// An installed app has one window. Where a link or a shortcut opens it again, the browser brings that
// window to the front and hands over the address: the app decides what becomes of it.

/** Chromium's own, https://wicg.github.io/web-app-launch/. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

function isLaunchQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value;
}

const takenKey = 'launched';

/** What the page was loaded with; by now the router may show another address. */
function loadedAddress(): string {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return entry?.name ?? location.href;
}

/** The path inside the app; null for another origin, and for the start, which only wants to be seen. */
export function launchedPath(target: string | null | undefined): string | null {
  const own = `${location.origin}/`;
  if (typeof target !== 'string' || !target.startsWith(own)) return null;
  const path = safeInternalPath(target.slice(own.length - 1));
  return path === '/home' || path === '/' ? null : path;
}

/**
 * Hears of launches until the answered function is called. Those that came before are told at once:
 * the first of them may be what this very page was loaded with, or, after a reload, what the page
 * took before it.
 */
export function takeLaunches(take: (path: string) => void): () => void {
  const queue: unknown = Reflect.get(window, 'launchQueue');
  if (!isLaunchQueue(queue)) return () => undefined;
  const known = new Set([loadedAddress(), session.get(takenKey)]);
  let isFirst = true;
  queue.setConsumer(({ targetURL }) => {
    const isKnown = isFirst && known.has(targetURL ?? null);
    isFirst = false;
    const path = launchedPath(targetURL);
    if (isKnown || path === null) return;
    session.set(takenKey, targetURL ?? '');
    take(path);
  });
  isFirst = false;
  return () => queue.setConsumer(() => undefined);
}
