import type { WorkerMessage } from '../../../sw/messages.ts';
import { pingServer } from '../state/pingServer.ts';
import { whileNoMoneyMoves } from './moneyLock.ts';

/** The time-out in milliseconds for the download of a version, long enough for a slow network. */
const installWithinMs = 60_000;
const takeOverWithinMs = 10_000;

/** Waits for an event, but at most for the given number of milliseconds. */
function eventOrTimeout(milliseconds: number, target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    target.addEventListener(event, done, { once: true });
  });
}

/**
 * Returns the service worker of a version that differs from the running version. Returns null if
 * the server has no other version, or if the installation of the other version failed or took too
 * long.
 */
async function newWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update();
  const { installing, waiting } = registration;
  if (installing === null) return waiting;
  await eventOrTimeout(installWithinMs, installing, 'statechange');
  return registration.waiting;
}

/**
 * Asks the service worker to take over. Then waits until it has taken over, but at most
 * `takeOverWithinMs`. Returns false, without asking, if a tab pays or releases a charger, because
 * that tab must keep its service worker.
 */
async function takeOver(worker: ServiceWorker): Promise<boolean> {
  const message: WorkerMessage = { type: 'SKIP_WAITING' };
  const changed = eventOrTimeout(takeOverWithinMs, navigator.serviceWorker, 'controllerchange');
  let isSent = false;
  await whileNoMoneyMoves('now', () => {
    isSent = true;
    worker.postMessage(message, []);
  });
  if (isSent) await changed;
  return isSent;
}

/**
 * Makes the next page load from the newest service worker. If there is no such service worker, or
 * if it must not take over now, removes the registration, so that the page loads from the network.
 * Other open pages then keep their service worker.
 */
async function prepareReload(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  const worker = await newWorker(registration).catch(() => null);
  if (worker && (await takeOver(worker))) return;
  await registration.unregister();
}

/**
 * Makes the next load of the page use the newest version. Saved data stays on the device. Returns
 * `unreached` if the server did not answer. In that case, nothing has changed and this version
 * stays.
 */
export async function switchToNewVersion(): Promise<'taken' | 'unreached'> {
  if (!(await pingServer())) return 'unreached';
  await prepareReload();
  return 'taken';
}
