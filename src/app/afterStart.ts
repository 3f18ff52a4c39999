import { watchOtherTabs } from '../features/auth/syncSession.ts';
import { keepInstallPrompt } from '../features/install/install.ts';
import { resumePosition } from '../features/stations/location/position.ts';
import { nextTask } from '../lib/loading/nextTask.ts';
import { startOnboarding } from '../lib/storage/onboarding.ts';
import { homeAsides } from '../pages/home/homeAsidesPart.ts';
import { linkedSheet } from '../pages/home/StationsHome.tsx';
import { syncTabs } from './state/syncTabs.ts';
import { retryWorkerInstall } from './worker/retryWorkerInstall.ts';
import { clearWhenSessionEnds } from './state/clearPersonalData.ts';
import { prefetchStations } from './worker/prefetchStations.ts';
import { keepLastVisit } from './state/lastVisit.ts';
import { linkManifest } from './linkManifest.ts';
import { launches } from './launch/launchesPart.ts';
import { persist } from './state/persistence.ts';
import { restoreScrollPosition } from './update/scrollRestoration.ts';
import { reconnect } from './state/reconnect.ts';
import { otherPages } from './routing/routes.ts';
import { registerServiceWorker } from './worker/serviceWorker.ts';
import { keepStartLanguage } from './startLanguage.ts';
import { showInviteNotice } from './launch/showInviteNotice.ts';
import { saveWorkerLanguage } from './worker/saveWorkerLanguage.ts';
import { prefetchLateCode } from './worker/prefetchLateCode.ts';
import type { Store } from './state/store.ts';

/** What nobody waits for: it begins once the first screen stands. */
export async function afterStart(store: Store): Promise<void> {
  await inTasks([
    restoreScrollPosition,
    // The next tap may lead there.
    () => void otherPages.fetch(),
    keepInstallPrompt,
    startOnboarding,
    () => persist(store),
    () => watchOtherTabs(store),
    syncTabs,
    () => clearWhenSessionEnds(store),
    () => keepLastVisit(store),
    keepStartLanguage,
    linkManifest,
    () => reconnect(store),
    () => void resumePosition(),
    () => void showInviteNotice(store),
  ]);
  await quiet();
  await inTasks([
    () => void linkedSheet.fetch(),
    () => void homeAsides.fetch(),
    () => void ('launchQueue' in window && launches.fetch()),
  ]);
  if (navigator.serviceWorker?.controller === null) await calm();
  await inTasks([
    () => void saveWorkerLanguage().then(registerServiceWorker).then(retryWorkerInstall),
    ...(import.meta.env.PROD ? [() => prefetchStations(store), prefetchLateCode] : []),
  ]);
}

/** Each in a task of its own: all at once would hold up a touch on a slow device. */
async function inTasks(steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    step();
    await nextTask();
  }
}

/** The page has all that it was waiting for, and a moment of its own. */
async function quiet(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 4000 })
      : setTimeout(resolve, 2000),
  );
}

/** How long the map of a slow device needs, once the list stands. */
const mapMs = 1500;

/** A new worker fetches the whole app, and must not compete with what this page still draws. */
async function calm(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, mapMs));
  await quiet();
}
