import type { WorkerMessage } from '../../../sw/messages.ts';
import { workerSwitchPath } from '../../../contract/paths.ts';
import { isWorkersCache, isWorkerSwitch } from '../../../contract/rules/app/workerSwitch.ts';

/**
 * Returns whether the operator has switched the service worker off because of a serious bug. If the
 * server does not answer, the service worker counts as switched on.
 */
export async function isWorkerOff(): Promise<boolean> {
  try {
    const response = await fetch(workerSwitchPath, { cache: 'no-store' });
    const answer: unknown = await response.json();
    return isWorkerSwitch(answer) && answer.off;
  } catch {
    return false;
  }
}

/**
 * Removes the service worker and its caches. An open page continues with the network: its code is
 * already loaded, and the page is not reloaded. Personal data stays.
 */
export async function endWorker(): Promise<void> {
  // A service worker without a registration still answers the requests of the open pages, and would fill its caches
  // again. This message stops the service worker.
  const message: WorkerMessage = { type: 'END' };
  navigator.serviceWorker.controller?.postMessage(message);
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(names.filter(isWorkersCache).map((name) => caches.delete(name)));
}
