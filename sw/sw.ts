import type { PrecacheEntry } from 'workbox-precaching';
import { cacheBaseMap } from './cache/baseMap.ts';
import { claimPages } from './claimPages.ts';
import { isOnlinePage, cacheLateCode, warm } from './cache/lateCode.ts';
import type { WorkerMessage } from './messages.ts';
import { routeNavigations } from './navigationRouting.ts';
import type { RoutedEvent } from './navigationRouting.ts';
import { cachePictures } from './cache/pictures.ts';
import { followSubscription, openPressed, showPushes, tellOpened } from './push/push.ts';
import { serveShell } from './shell.ts';
import { keepCentre, keepFresh, cacheStations } from './stations/stations.ts';
import { isText, keepTexts, serveTexts } from './cache/texts.ts';
import { obeyKillSwitch } from './killSwitch.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

// What is not listed here goes to the network as if there were no worker: everything private, every
// event stream, and whatever moves money or hardware.
const files: PrecacheEntry[] = self.__WB_MANIFEST;
const texts = files.filter(isText);
obeyKillSwitch();
serveShell(files.filter((file) => !isOnlinePage(file) && !isText(file)));
serveTexts();
cacheStations();
cacheBaseMap();
cachePictures();
cacheLateCode();
showPushes();
openPressed();
followSubscription();

claimPages();

self.addEventListener('install', (event: RoutedEvent) => {
  event.waitUntil(routeNavigations(event));
  event.waitUntil(keepTexts(event, texts));
  event.waitUntil(keepCentre(event));
});

self.addEventListener('message', (event: ExtendableMessageEvent & { data: WorkerMessage }) => {
  const message = event.data;
  // A new version takes over only when the app says that nothing is under way.
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message.type === 'WARM') event.waitUntil(warm(event, files));
  if (message.type === 'ASK_OPENED') tellOpened(event.ports[0]);
  if (message.type === 'KEEP') event.waitUntil(keepFresh(event, message.paths));
});
