import type { PrecacheEntry } from 'workbox-precaching';
import { cacheBaseMap } from './cache/baseMap.ts';
import { claimPages } from './claimPages.ts';
import { isLaunchPage, isOnlinePage, cacheLateCode, prefetchLateCode } from './cache/lateCode.ts';
import type { WorkerMessage } from './messages.ts';
import { routeNavigations } from './navigationRouting.ts';
import type { RoutedEvent } from './navigationRouting.ts';
import { cachePictures } from './cache/pictures.ts';
import { renewSubscription, openPressed, showPushes, sendOpened } from './push/push.ts';
import { serveShell } from './shell.ts';
import { cacheCenter, refreshStations, cacheStations } from './stations/stations.ts';
import { isText, cacheTexts, serveTexts } from './cache/texts.ts';
import { checkKillSwitch } from './killSwitch.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

// Requests without a route in this file go directly to the network: private data, event streams, and
// everything that moves money or hardware.
const files: PrecacheEntry[] = self.__WB_MANIFEST;
const texts = files.filter(isText);
checkKillSwitch();
serveShell(files.filter((file) => !isOnlinePage(file) && !isText(file)));
serveTexts();
cacheStations();
cacheBaseMap();
cachePictures();
cacheLateCode();
showPushes();
openPressed();
renewSubscription();

claimPages();

self.addEventListener('install', (event: RoutedEvent) => {
  event.waitUntil(routeNavigations(event));
  event.waitUntil(cacheTexts(event, texts));
  event.waitUntil(cacheCenter(event));
});

self.addEventListener('message', (event: ExtendableMessageEvent & { data: WorkerMessage }) => {
  const message = event.data;
  // The app sends this message only while no tab pays or ejects a charger.
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message.type === 'WARM') {
    const wanted = message.onlyLaunch ? files.filter(isLaunchPage) : files;
    event.waitUntil(prefetchLateCode(event, wanted));
  }
  if (message.type === 'ASK_OPENED') sendOpened(event.ports[0]);
  if (message.type === 'KEEP') event.waitUntil(refreshStations(event, message.paths));
});
