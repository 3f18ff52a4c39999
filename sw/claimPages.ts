import { moneyLock } from '../contract/rules/app/moneyLock.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Takes control of the open pages once none of them pays or releases a charger. Without this, a tab
 * that pays could get another service worker: after the old one was removed, the first one of a new
 * registration does not wait. Until then, the pages keep their service worker or use the network. If
 * the browser stops this service worker earlier, this lasts until their next load.
 */
export function claimPages(): void {
  // The event must not wait for this, because no page gets an answer before the event is over.
  self.addEventListener('activate', () => void claimWhileNoMoneyMoves());
}

async function claimWhileNoMoneyMoves(): Promise<void> {
  // Older browsers have no locks, although the types say otherwise.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return claim();
  try {
    await locks.request(moneyLock, claim);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // The browser refuses the lock if storage is blocked. Then it refuses it in every tab.
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
