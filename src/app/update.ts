import { useSyncExternalStore } from 'react';

/**
 * `waiting`: a new version is ready and asks for consent. `replaced`: another tab agreed to it, so
 * that this one runs code which may be gone from the cache.
 */
export type Update =
  | { status: 'none' }
  | { status: 'waiting'; apply: () => void }
  | { status: 'replaced' };

let update: Update = { status: 'none' };
const listeners = new Set<() => void>();

export function reportUpdate(next: Update): void {
  update = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUpdate(): Update {
  return useSyncExternalStore(subscribe, () => update);
}

/** Where money moves, a camera runs or a charger opens, nothing may reload, ask to, or divert. */
const busy = [
  /^\/payment(?:\/|$)/,
  /^\/home\/(?:scan|rent\/preparing)$/,
  /^\/login/,
  /^\/countryCode$/,
  /^\/profile\/yourInfo\//,
];

export function mayUpdateOn(pathname: string): boolean {
  return !busy.some((path) => path.test(pathname));
}
