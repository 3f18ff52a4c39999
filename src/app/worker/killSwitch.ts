import type { WorkerMessage } from '../../../sw/messages.ts';
import { workerSwitchPath } from '../../../contract/paths.ts';
import { isWorkersCache, isWorkerSwitch } from '../../../contract/rules/app/workerSwitch.ts';

/**
 * Whether the operator has switched the service worker off, for a fault of it that no update can wait
 * for. Where nobody answers, or somebody else does, it is as it was.
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
 * Takes the service worker and its caches away. An open page goes on from the network: what it has loaded
 * stays, and nothing is reloaded. What it keeps of its person stays, too.
 */
export async function endWorker(): Promise<void> {
  // Without a registration it serves the open pages all the same, and would go on keeping what they fetch.
  const message: WorkerMessage = { type: 'END' };
  navigator.serviceWorker.controller?.postMessage(message);
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(names.filter(isWorkersCache).map((name) => caches.delete(name)));
}
