import { moneyLock } from '../contract/rules/app/moneyLock.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Puts this worker in charge of the open pages, in a moment in which money or a charger is on its way in
 * none of them: where the worker before was taken away, the first of a new registration waits for nobody,
 * and would be given a tab that pays. Until that moment the pages keep the worker, or the network, that
 * they have; where the browser stops this worker meanwhile, until they are loaded anew.
 */
export function claimPages(): void {
  // The event does not wait: until it is over, no page would be answered.
  self.addEventListener('activate', () => void claimWhileNoMoneyMoves());
}

async function claimWhileNoMoneyMoves(): Promise<void> {
  // Missing in older browsers, whatever the types say.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return claim();
  try {
    await locks.request(moneyLock, claim);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Refused where nothing may be stored, as it is in every tab.
    await claim();
  }
}

async function claim(): Promise<void> {
  try {
    await self.clients.claim();
  } catch (error) {
    // A newer worker has taken this one's place.
    if (!(error instanceof DOMException)) throw error;
  }
}
