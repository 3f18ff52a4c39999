import { workerSwitchPath } from '../contract/paths.ts';
import { isWorkersCache, isWorkerSwitch } from '../contract/rules/app/workerSwitch.ts';
import type { WorkerMessage } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Ends this worker where the operator has switched it off. It asks once it is activated, and with the
 * first page that it opens each time the browser starts it, after that page was answered; an open page that
 * finds out by itself tells it. The pages go on from the network. Must be called before anything else hears of a fetch.
 */
export function obeyKillSwitch(): void {
  let hasAsked = false;
  let hasEnded = false;
  const end = async () => {
    hasEnded = true;
    // What is still being fetched is not kept: it would bring the caches back.
    caches.open = () => Promise.reject(new Error('This worker has ended.'));
    const names = await caches.keys();
    await Promise.all(names.filter(isWorkersCache).map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  const ask = async () => {
    hasAsked = true;
    if (await isSwitchedOff()) await end();
  };
  self.addEventListener('activate', (event) => event.waitUntil(ask()));
  self.addEventListener('message', (event: ExtendableMessageEvent & { data: WorkerMessage }) => {
    if (event.data.type === 'END') event.waitUntil(end());
  });
  self.addEventListener('fetch', (event) => {
    if (hasEnded) {
      // Nobody answers: the browser asks the network, as if there were no worker.
      event.stopImmediatePropagation();
    } else if (!hasAsked && event.request.mode === 'navigate') {
      hasAsked = true;
      event.waitUntil(event.handled.then(ask, ask));
    }
  });
}

async function isSwitchedOff(): Promise<boolean> {
  try {
    const response = await fetch(workerSwitchPath, { cache: 'no-store' });
    const answer: unknown = await response.json();
    return isWorkerSwitch(answer) && answer.off;
  } catch {
    // No network, or somebody else's page: nobody has switched anything.
    return false;
  }
}
