import { useSyncExternalStore } from 'react';

/** Paths whose last answer came from the cache of the service worker. */
const kept = new Set<string>();
const listeners = new Set<() => void>();

export function noteAnswer(url: string, isKept: boolean): void {
  if (kept.has(url) === isKept) return;
  if (isKept) kept.add(url);
  else kept.delete(url);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the data from this path is a cached answer and may be out of date. */
export function useIsKept(url: string): boolean {
  return useSyncExternalStore(subscribe, () => kept.has(url));
}
