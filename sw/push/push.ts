import type { Opened, PageMessage, Pressed } from '../messages.ts';
import { postToPages } from '../postToPages.ts';
import { isApp, readPressed, readPush } from './pushMessage.ts';
import type { Shown } from './pushMessage.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that runs answers at once; one that the system has frozen does not. */
const answerWithinMs = 700;

/** Shows what a push message says, counts it on the icon, and has the open pages ask for it. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    const shown = readPush(event.data?.text(), {
      origin: location.origin,
      languages: navigator.languages,
    });
    event.waitUntil(Promise.all([show(shown), count(shown), postToPages({ type: 'NOTIFIED' })]));
  });
}

async function show({ title, options }: Shown): Promise<void> {
  const { notificationId } = options.data;
  const before = await self.registration.getNotifications({ tag: options.tag });
  // A message that came twice is no news.
  const isAgain =
    notificationId !== null &&
    before.some(({ data }) => readPressed(data, location.origin).notificationId === notificationId);
  await self.registration.showNotification(
    title,
    isAgain ? { ...options, renotify: false } : options,
  );
}

async function count({ count }: Shown): Promise<void> {
  if (count === null || !('setAppBadge' in navigator)) return;
  // The app may not be installed; then there is no icon.
  await navigator.setAppBadge(count).catch(() => undefined);
}

/** Those that opened a window, until a page asks for them: they are read. */
let opened: string[] = [];

/** Brings whoever presses a notification to where it leads, in a window that is open or a new one. */
export function openPressed(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(follow(readPressed(event.notification.data, location.origin)));
  });
}

async function follow(pressed: Pressed): Promise<void> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const windows = all.filter(({ url }) => isApp(url, location.origin));
  const page =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0];
  // One that is seen and does not answer has nobody in it who would go there.
  if (page === undefined || (!(await hears(page, pressed)) && isSeen(page))) {
    if (pressed.notificationId !== null) opened.push(pressed.notificationId);
    await self.clients.openWindow(pressed.path);
    return;
  }
  // Where it was frozen, the message waits for it.
  await page.focus();
}

const isSeen = ({ visibilityState }: WindowClient) => visibilityState === 'visible';

function hears(page: WindowClient, pressed: Pressed): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const message: PageMessage = { type: 'OPEN', ...pressed };
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerWithinMs);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    page.postMessage(message, [port2]);
  });
}

/** Tells the page that asks what opened it, once. */
export function tellOpened(port: MessagePort | undefined): void {
  const answer: Opened = { notificationIds: opened };
  opened = [];
  port?.postMessage(answer);
}

/**
 * The browser replaced the subscription of this device. Only a page knows who is signed in: it tells
 * the server, now or when it is opened next.
 */
export function followSubscription(): void {
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event));
  });
}

async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const key = event.oldSubscription?.options.applicationServerKey;
  if (event.newSubscription == null && key) {
    try {
      await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    } catch {
      // Permission went, or the push service did not answer: the app tries again when it is opened.
    }
  }
  await postToPages({ type: 'PUSH_CHANGED' });
}
