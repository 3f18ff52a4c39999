import type { WorkerMessage } from '../../../sw/messages.ts';
import { workerSwitchPath } from '../../../contract/paths.ts';
import { isWorkersCache, isWorkerSwitch } from '../../../contract/rules/app/workerSwitch.ts';

/**
 * Whether the operator has switched the service worker off because of a serious bug. Without an answer of
 * our server, the switch counts as not used.
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
 * Removes the service worker and its caches. An open page continues with the network: loaded code stays,
 * and nothing is reloaded. Personal data stays, too.
 */
export async function endWorker(): Promise<void> {
  // Without a registration the worker still serves the open pages and would continue to fill its caches.
  const message: WorkerMessage = { type: 'END' };
  navigator.serviceWorker.controller?.postMessage(message);
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(names.filter(isWorkersCache).map((name) => caches.delete(name)));
}
