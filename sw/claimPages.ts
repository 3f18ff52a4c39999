import { moneyLock } from '../contract/rules/app/moneyLock.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Takes control of the open pages while none of them pays or releases a charger. After the old worker was
 * removed, the first worker of a new registration does not wait, and could take over a tab that pays.
 * Until then the pages keep their worker or the network. If the browser stops this worker before that,
 * they keep it until their next load.
 */
export function claimPages(): void {
  // The event must not wait for this: no page gets an answer until the event is over.
  self.addEventListener('activate', () => void claimWhileNoMoneyMoves());
}

async function claimWhileNoMoneyMoves(): Promise<void> {
  // Missing in older browsers, although the types say otherwise.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return claim();
  try {
    await locks.request(moneyLock, claim);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Refused if storage is blocked, which is then so in every tab.
    await claim();
  }
}

async function claim(): Promise<void> {
  try {
    await self.clients.claim();
  } catch (error) {
    // A newer worker has replaced this one.
    if (!(error instanceof DOMException)) throw error;
  }
}
