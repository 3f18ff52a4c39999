import { useSyncExternalStore } from 'react';

export type Update =
  | { status: 'none' }
  /**
   * A new version is ready and waits for consent. `isPutOff` is true if the user chose "Later" in
   * this visit, and this choice has not expired.
   */
  | { status: 'waiting'; isPutOff: boolean; agree: () => void; putOff: () => void }
  /**
   * The user agreed. The version is applied when a reload interrupts nothing in this tab, and no
   * tab pays or releases a charger.
   */
  | { status: 'agreed' }
  /**
   * Another version has taken over, so the code of this tab may be missing from the cache.
   * `isAgreed` is true if the user agreed in this tab, or if this tab made the switch without
   * asking. `follow` reloads the page once, unless a reload would interrupt the user.
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

/**
 * Pages for payments, for the camera, for the release of a charger, and for the forms of the login
 * and the profile. On these pages, the app offers no optional update, and shows no toasts for
 * notifications. An update does not reload these pages, and a pressed notification or an opened
 * link does not replace them.
 */
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
