import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../../sw/messages.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { readPageData } from './start/early.ts';
import { mayUpdateOn, reportUpdate } from './update.ts';

/** Asked of the server again while a page stays open for days. */
const checkEveryMs = 3600_000;

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
  const worker = new Workbox('/sw.js');
  let isControlled = navigator.serviceWorker.controller !== null;
  let isOurs = false;
  const apply = () => {
    isOurs = true;
    worker.messageSkipWaiting();
  };

  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    const untouched = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
    if (wasWaitingBeforeRegister === true && untouched && mayUpdateOn(location.pathname)) apply();
    else reportUpdate({ status: 'waiting', apply });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isOurs) location.reload();
    else if (isControlled) reportUpdate({ status: 'replaced' });
    else keepFetched();
    isControlled = true;
  });

  worker.register().then(
    () => setInterval(() => void worker.update(), checkEveryMs),
    () => {
      // Refused by the browser's settings, or the file did not come: the app works online as it is.
    },
  );
}
