import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../../../sw/messages.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { readPageData } from '../start/startData.ts';
import { guardMoney } from '../update/moneyLock.ts';
import { NewVersion } from '../update/newVersion.ts';
import { currentUpdate } from '../update/update.ts';
import { endWorker, isWorkerOff } from './killSwitch.ts';

/** How often the server is asked for a new version while a page stays open. */
const checkEveryMs = 3600_000;
/** One that is looked at again asks at once, unless it did so in this time. */
const checkAgainMs = 15 * 60_000;
/** What does not wait has begun to take over by then. */
const settleMs = 200;

const worthKeeping =
  /\/api\/(?:config|stations\/(?:tiles\/\d+\/\d+\/\d+|[2-9A-Z]{7}))$|\/\d+\/\d+\/\d+\.(?:mvt|pbf|png|jpe?g|webp)$/;

/** What the page fetched, or brought along, before its first worker took over, which could not keep it then. */
function fetchedBefore(): string[] {
  const urls = performance.getEntriesByType('resource').map((entry) => entry.name);
  const brought =
    readPageData()?.tiles.map((tile) =>
      fillPath(paths.stationTile, { z: tile.z, x: tile.x, y: tile.y }),
    ) ?? [];
  return [
    ...new Set([
      ...urls.filter((url) => worthKeeping.test(new URL(url).pathname)),
      ...brought,
      paths.config,
    ]),
  ];
}

function keepFetched(): void {
  const message: WorkerMessage = {
    type: 'CACHE_URLS',
    payload: { urlsToCache: fetchedBefore() },
  };
  navigator.serviceWorker.controller?.postMessage(message);
}

/**
 * Registers the service worker. A new version is applied when a person agrees, or unasked where the
 * app was only just opened and nothing has been touched yet; then the page reloads once.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  guardMoney();
  const worker = new Workbox('/sw.js');
  const version = new NewVersion(() => worker.messageSkipWaiting());
  let isControlled = navigator.serviceWorker.controller !== null;

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) void tellReplaced(version);
    else keepFetched();
    isControlled = true;
  });

  void keepUpToDate(worker, version);
}

/** A worker that ended itself leaves nothing to follow: this page goes on from the network. */
async function tellReplaced(version: NewVersion): Promise<void> {
  if (version.isTaken || !(await isWorkerOff())) version.replaced();
}

/** An installed app stays open for days, asleep for most of them: it asks when it is looked at again. */
async function keepUpToDate(worker: Workbox, version: NewVersion): Promise<void> {
  // Whatever fails here, such as a browser that allows no worker, no network, or a version that is not
  // there as a whole: what runs goes on, and the app works online as it is.
  const unlessOff = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      const isOff = await isWorkerOff();
      await (isOff ? endWorker() : work());
      return isOff;
    } catch {
      return false;
    }
  };
  const begin = async () => {
    const registration = await worker.register();
    if (registration === undefined) return;
    watchInstalls(registration, version.offer);
    if (registration.waiting) await version.takeSilently();
  };
  if (await unlessOff(begin)) return;

  const ended = new AbortController();
  let checkedAt = Date.now();
  const check = async () => {
    checkedAt = Date.now();
    // Once it is on again, the next visit installs it.
    if (await unlessOff(() => worker.update())) ended.abort();
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  ended.signal.addEventListener('abort', () => clearInterval(timer));
  const lookAgain = () => {
    if (document.visibilityState !== 'visible') return;
    if (Math.abs(Date.now() - checkedAt) >= checkAgainMs) void check();
    // What was put off long ago is asked again.
    if (currentUpdate().status === 'waiting') version.offer();
  };
  document.addEventListener('visibilitychange', lookAgain, { signal: ended.signal });
}

/** Tells of each version that is installed from now on and waits for the one that runs. */
function watchInstalls(registration: ServiceWorkerRegistration, tell: () => void): void {
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The first of all waits for none. One that ends all workers does not wait either.
      if (installing.state !== 'installed' || registration.active === null) return;
      setTimeout(() => {
        if (registration.waiting === installing) tell();
      }, settleMs);
    });
  };
  watch();
  registration.addEventListener('updatefound', watch);
}
