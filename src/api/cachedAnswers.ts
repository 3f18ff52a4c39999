import { useSyncExternalStore } from 'react';

/** Paths whose last answer came from the cache of the service worker. */
const cachedPaths = new Set<string>();
const listeners = new Set<() => void>();

export function noteAnswerSource(url: string, isCached: boolean): void {
  if (cachedPaths.has(url) === isCached) return;
  if (isCached) cachedPaths.add(url);
  else cachedPaths.delete(url);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the data from this path came from the cache of the service worker and may be out of date. */
export function useIsCached(url: string): boolean {
  return useSyncExternalStore(subscribe, () => cachedPaths.has(url));
}
