import { useSyncExternalStore } from 'react';

export type Update =
  | { status: 'none' }
  /** A new version is ready and asks for consent. `isPutOff`: it was told "Later" a short while ago. */
  | { status: 'waiting'; isPutOff: boolean; agree: () => void; putOff: () => void }
  /** Agreed to: it comes as soon as nothing is under way, in this tab and the others. */
  | { status: 'agreed' }
  /**
   * Another version has taken over, so that this tab runs code which may be gone from the cache.
   * `isAgreed`: here; else in another tab. `follow` reloads once, unless something is under way.
   */
  | { status: 'replaced'; isAgreed: boolean; follow: () => void };

let update: Update = { status: 'none' };
const listeners = new Set<() => void>();

export function reportUpdate(next: Update): void {
  update = next;
  for (const listener of listeners) listener();
}

export function currentUpdate(): Update {
  return update;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUpdate(): Update {
  return useSyncExternalStore(subscribe, currentUpdate);
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
