import { watchOtherTabs } from '../features/auth/syncSession.ts';
import { storeInstallPrompt } from '../features/install/install.ts';
import { resumePosition } from '../features/stations/location/position.ts';
import { nextTask } from '../lib/loading/nextTask.ts';
import { setFetchPage } from '../lib/loading/pageCode.ts';
import { whenIdle } from '../lib/loading/whenIdle.ts';
import { startOnboarding } from '../lib/storage/onboarding.ts';
import { homeAsides } from '../pages/home/homeAsidesPart.ts';
import { linkedSheet } from '../pages/home/StationsHome.tsx';
import { syncTabs } from './state/syncTabs.ts';
import { retryWorkerInstall } from './worker/retryWorkerInstall.ts';
import { clearWhenSessionEnds } from './state/clearPersonalData.ts';
import { prefetchStations } from './worker/prefetchStations.ts';
import { saveLastVisit } from './state/lastVisit.ts';
import { linkManifest } from './linkManifest.ts';
import { launches } from './launch/launchesPart.ts';
import { persist } from './state/persistence.ts';
import { restoreScrollPosition } from './update/scrollRestoration.ts';
import { reconnect } from './state/reconnect.ts';
import { fetchPage, otherPages } from './routing/routes.ts';
import { registerServiceWorker } from './worker/serviceWorker.ts';
import { saveStartLanguage } from './startLanguage.ts';
import { showInviteNotice } from './launch/showInviteNotice.ts';
import { saveWorkerLanguage } from './worker/saveWorkerLanguage.ts';
import { prefetchLateCode } from './worker/prefetchLateCode.ts';
import type { Store } from './state/store.ts';

/** Starts the tasks that can wait until the first screen is shown. */
export async function afterStart(store: Store): Promise<void> {
  await inTasks([
    restoreScrollPosition,
    () => setFetchPage(fetchPage),
    storeInstallPrompt,
    startOnboarding,
    () => persist(store),
    () => watchOtherTabs(store),
    syncTabs,
    () => clearWhenSessionEnds(store),
    () => saveLastVisit(store),
    saveStartLanguage,
    linkManifest,
    () => reconnect(store),
    () => void resumePosition(),
    () => void showInviteNotice(store),
  ]);
  // After the scan of a QR code, the next tap probably opens the page of the payment or of the login.
  if (new URLSearchParams(location.search).has('equip_id')) void otherPages.fetch();
  await whenIdle();
  await inTasks([
    // The next tap may need this code: a pin opens the sheet, and a button opens another page.
    () => void linkedSheet.fetch(),
    () => void otherPages.fetch(),
    () => void homeAsides.fetch(),
    () => void ('launchQueue' in window && launches.fetch()),
  ]);
  if (navigator.serviceWorker?.controller === null) await whenSettled();
  await inTasks([
    () => void saveWorkerLanguage().then(registerServiceWorker).then(retryWorkerInstall),
    ...(import.meta.env.PROD ? [() => prefetchStations(store), prefetchLateCode] : []),
  ]);
}

/**
 * Runs each step in a separate task, because a single task for all steps would delay a touch on a
 * slow device.
 */
async function inTasks(steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    step();
    await nextTask();
  }
}

/** Milliseconds that a slow device needs to draw the map after the list is visible. */
const mapMs = 1500;

/**
 * Waits until the page has drawn its content. A new service worker downloads the whole app, and its
 * downloads would slow the page down.
 */
async function whenSettled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, mapMs));
  await whenIdle();
}
