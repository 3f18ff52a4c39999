import { workerSwitchPath } from '../contract/paths.ts';
import { isWorkersCache, isWorkerSwitch } from '../contract/rules/app/workerSwitch.ts';
import type { WorkerMessage } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Removes this service worker if the operator has switched it off. The service worker checks the
 * switch when it is activated. After each start, the service worker also checks the switch when it
 * has answered the first request for a page. An open page that detects the switch sends the
 * message `END`. After the removal, the pages use the network. Call this function before any other
 * listener for fetch events is added.
 */
export function checkKillSwitch(): void {
  let hasChecked = false;
  let hasEnded = false;
  const end = async () => {
    hasEnded = true;
    // Requests that are still running must not write to a cache, because a write would create the deleted
    // caches again.
    caches.open = () => Promise.reject(new Error('This worker has ended.'));
    const names = await caches.keys();
    await Promise.all(names.filter(isWorkersCache).map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  const check = async () => {
    hasChecked = true;
    if (await isSwitchedOff()) await end();
  };
  self.addEventListener('activate', (event) => event.waitUntil(check()));
  self.addEventListener('message', (event: ExtendableMessageEvent & { data: WorkerMessage }) => {
    if (event.data.type === 'END') event.waitUntil(end());
  });
  self.addEventListener('fetch', (event) => {
    if (hasEnded) {
      // Stop all other listeners. Without an answer from a listener, the browser uses the network.
      event.stopImmediatePropagation();
    } else if (!hasChecked && event.request.mode === 'navigate') {
      hasChecked = true;
      event.waitUntil(event.handled.then(check, check));
    }
  });
}

async function isSwitchedOff(): Promise<boolean> {
  try {
    const response = await fetch(workerSwitchPath, { cache: 'no-store' });
    const answer: unknown = await response.json();
    return isWorkerSwitch(answer) && answer.off;
  } catch {
    // There is no network, or another server has answered. Continue as if the service worker were not switched off.
    return false;
  }
}
