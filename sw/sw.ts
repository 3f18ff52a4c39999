import type { PrecacheEntry } from 'workbox-precaching';
import { keepBaseMap } from './baseMap.ts';
import { claimPages } from './claimPages.ts';
import { isOnlinePage, keepLateCode, warm } from './lateCode.ts';
import type { WorkerMessage } from './messages.ts';
import { answerPagesAlone } from './pagesAlone.ts';
import type { RoutedEvent } from './pagesAlone.ts';
import { keepPictures } from './pictures.ts';
import { followSubscription, openPressed, showPushes, tellOpened } from './push.ts';
import { serveShell } from './shell.ts';
import { keepCentre, keepFresh, keepStations } from './stations.ts';
import { isText, keepTexts, serveTexts } from './texts.ts';
import { obeySwitch } from './workerSwitch.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

// What is not listed here goes to the network as if there were no worker: everything private, every
// event stream, and whatever moves money or hardware.
const files: PrecacheEntry[] = self.__WB_MANIFEST;
const texts = files.filter(isText);
obeySwitch();
serveShell(files.filter((file) => !isOnlinePage(file) && !isText(file)));
serveTexts();
keepStations();
keepBaseMap();
keepPictures();
keepLateCode();
showPushes();
openPressed();
followSubscription();

claimPages();

self.addEventListener('install', (event: RoutedEvent) => {
  event.waitUntil(answerPagesAlone(event));
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
