import { useSyncExternalStore } from 'react';

let isOutdated = false;
const listeners = new Set<() => void>();

/** Call this when the server refuses a request because this version of the app is too old. */
export function reportOutdated(): void {
  if (isOutdated) return;
  isOutdated = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated);
}
