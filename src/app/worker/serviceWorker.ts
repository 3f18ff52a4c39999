import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../../../sw/messages.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { every } from '../../lib/device/heartbeat.ts';
import { readPageData } from '../../lib/page/startData.ts';
import { guardMoney } from '../update/moneyLock.ts';
import { NewVersion } from '../update/newVersion.ts';
import { currentUpdate } from '../update/update.ts';
import { endWorker, isWorkerOff } from './killSwitch.ts';

/** Milliseconds between two checks for a new version on a visible page. */
const checkEveryMs = 3600_000;
/** A page that becomes visible checks again only if the last check was at least this many milliseconds ago. */
const checkAgainMs = 15 * 60_000;
/** Milliseconds after the installation. A service worker that still waits after this time needs the user's consent. */
const settleMs = 200;

const cacheableUrl =
  /\/api\/(?:config|stations\/(?:tiles\/\d+\/\d+\/\d+|[2-9A-Z]{7}))$|\/\d+\/\d+\/\d+\.(?:mvt|pbf|png|jpe?g|webp)$/;

/**
 * Returns the addresses of the configuration, the stations and the map tiles that the page loaded
 * before its first service worker took over. The service worker could not cache these answers. The
 * list includes the tiles whose data is in the page itself.
 */
function loadedUrls(): string[] {
  const urls = performance.getEntriesByType('resource').map((entry) => entry.name);
  const inPage =
    readPageData()?.tiles.map((tile) =>
      fillPath(paths.stationTile, { z: tile.z, x: tile.x, y: tile.y }),
    ) ?? [];
  return [
    ...new Set([
      ...urls.filter((url) => cacheableUrl.test(new URL(url).pathname)),
      ...inPage,
      paths.config,
    ]),
  ];
}

function cacheLoaded(): void {
  const message: WorkerMessage = {
    type: 'CACHE_URLS',
    payload: { urlsToCache: loadedUrls() },
  };
  navigator.serviceWorker.controller?.postMessage(message);
}

/**
 * Registers the service worker. A new version is applied when the user agrees. It is applied
 * without asking if the user has just opened the app and not touched it. After the new version has
 * taken over, the page reloads once.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  guardMoney();
  const worker = new Workbox('/sw.js');
  const version = new NewVersion(() => worker.messageSkipWaiting());
  let isControlled = navigator.serviceWorker.controller !== null;

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) void reportReplaced(version);
    else cacheLoaded();
    isControlled = true;
  });

  void keepUpToDate(worker, version);
}

/**
 * Reports that another version has taken over. A service worker that has removed itself is not
 * reported, because the page then continues with the network.
 */
async function reportReplaced(version: NewVersion): Promise<void> {
  if (version.isTaken || !(await isWorkerOff())) version.replaced();
}

/**
 * Checks for updates at regular times, and when the page becomes visible, because an installed app
 * stays open for days in the background.
 */
async function keepUpToDate(worker: Workbox, version: NewVersion): Promise<void> {
  // Ignore every error: the browser may allow no service worker, the network may be missing, or the
  // server may have an incomplete version. The running version continues, and the app also works
  // without a service worker.
  const runUnlessOff = async (work: () => Promise<unknown>): Promise<boolean> => {
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
  if (await runUnlessOff(begin)) return;

  const ended = new AbortController();
  let checkedAt = Date.now();
  const check = async () => {
    checkedAt = Date.now();
    // If the operator switches the service worker on again, the next visit installs it.
    if (await runUnlessOff(() => worker.update())) ended.abort();
  };
  const end = every(checkEveryMs, () => {
    if (Math.abs(Date.now() - checkedAt) >= checkAgainMs) void check();
  });
  ended.signal.addEventListener('abort', end);
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    // Offer an update again some time after the user chose "Later".
    if (currentUpdate().status === 'waiting') version.offer();
  };
  document.addEventListener('visibilitychange', onVisible, { signal: ended.signal });
}

/** Calls `onWaiting` for each version that is installed after this call and waits for the user's consent. */
function watchInstalls(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The first service worker does not wait. A service worker that removes all service workers
      // does not wait either.
      if (installing.state !== 'installed' || registration.active === null) return;
      setTimeout(() => {
        if (registration.waiting === installing) onWaiting();
      }, settleMs);
    });
  };
  watch();
  registration.addEventListener('updatefound', watch);
}
