import type { WorkerMessage } from '../../../sw/messages.ts';
import { isServerReachable } from '../state/isServerReachable.ts';
import { whileNoMoneyMoves } from './moneyLock.ts';

/** Of a whole version, on a slow line. */
const installWithinMs = 60_000;
const takeOverWithinMs = 10_000;

/** Resolves with the event's coming, or after the patience. */
function within(milliseconds: number, target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    target.addEventListener(event, done, { once: true });
  });
}

/** The worker of another version than the one that runs; null where the server has none. */
async function newWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update();
  const { installing, waiting } = registration;
  if (installing === null) return waiting;
  await within(installWithinMs, installing, 'statechange');
  return registration.waiting;
}

/** False where money or a charger is on its way in another tab, which is to keep its worker. */
async function takeOver(worker: ServiceWorker): Promise<boolean> {
  const message: WorkerMessage = { type: 'SKIP_WAITING' };
  const changed = within(takeOverWithinMs, navigator.serviceWorker, 'controllerchange');
  let isTold = false;
  await whileNoMoneyMoves('now', () => {
    isTold = true;
    worker.postMessage(message, []);
  });
  if (isTold) await changed;
  return isTold;
}

/**
 * Makes the next page come from the newest worker; without one that works, or may take over now, from the
 * network. Pages that are open elsewhere keep the worker that they have.
 */
async function makeWay(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  const worker = await newWorker(registration).catch(() => null);
  if (worker && (await takeOver(worker))) return;
  await registration.unregister();
}

/**
 * Has the next load of the page bring the newest version there is; what is kept on the device stays.
 * `unreached`: nothing was done, as the server does not answer, and without it this version is all there is.
 */
export async function switchToNewVersion(): Promise<'taken' | 'unreached'> {
  if (!(await isServerReachable())) return 'unreached';
  await makeWay();
  return 'taken';
}
