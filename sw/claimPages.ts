import { moneyLock } from '../contract/rules/app/moneyLock.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Takes control of the open pages when none of them pays or ejects a charger. Without this rule, a tab could get
 * another service worker during a payment, because the first service worker of a new registration does not wait. Until
 * the takeover, the pages keep their former service worker or use the network. If the browser stops this service worker
 * before the takeover, this service worker controls the pages from their next load on.
 */
export function claimPages(): void {
  // Do not make the event wait for the takeover, because the browser delays the requests of all pages until the event
  // has ended.
  self.addEventListener('activate', () => void claimWhileNoMoneyMoves());
}

async function claimWhileNoMoneyMoves(): Promise<void> {
  // Older browsers lack the Web Locks API, although the DOM types contain it.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return claim();
  try {
    await locks.request(moneyLock, claim);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // The browser refuses the lock if storage is blocked. In such a browser no tab has a lock, so take over
    // at once.
    await claim();
  }
}

async function claim(): Promise<void> {
  try {
    await self.clients.claim();
  } catch (error) {
    // A newer service worker has replaced this one.
    if (!(error instanceof DOMException)) throw error;
  }
}
