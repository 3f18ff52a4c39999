import { useSyncExternalStore } from 'react';

/** Addresses whose last answer the service worker had kept from earlier. */
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

/** Whether what is known from an address is an old answer, which the server may not give any more. */
export function useIsKept(url: string): boolean {
  return useSyncExternalStore(subscribe, () => kept.has(url));
}
