import type { Opened, PageMessage, Pressed } from '../messages.ts';
import { postToPages } from '../postToPages.ts';
import { isApp, readPressed, readPush } from './pushMessage.ts';
import type { Shown } from './pushMessage.ts';

declare const self: ServiceWorkerGlobalScope;

/** In milliseconds. A running page answers within this time, and a frozen page does not. */
const answerWithinMs = 700;

/**
 * Shows each push message and sets the badge. Sends a message to the open pages, so that they request the
 * data again.
 */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    const shown = readPush(event.data?.text(), {
      origin: location.origin,
      languages: navigator.languages,
    });
    event.waitUntil(Promise.all([showAndTellPages(shown), count(shown)]));
  });
}

/**
 * Displays the notification, and then sends a message to the open pages. After this message, the pages read the list of
 * displayed notifications. If they read it earlier, Chromium can drop the new notification.
 */
async function showAndTellPages(shown: Shown): Promise<void> {
  try {
    await show(shown);
  } finally {
    await postToPages({ type: 'NOTIFIED' });
  }
}

async function show({ title, options }: Shown): Promise<void> {
  const { notificationId } = options.data;
  const before = await self.registration.getNotifications({ tag: options.tag });
  // Whether the device still shows a notification for the same message. If so, the new notification must not alert the
  // rider again.
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
  // An app that is not installed has no icon for a badge.
  await navigator.setAppBadge(count).catch(() => undefined);
}

/** The ids of the notifications that opened a window. A page asks for these ids and marks the notifications as read. */
let opened: string[] = [];

/** Opens the page of a pressed notification, in an open window or in a new window. */
export function openPressed(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(readPressed(event.notification.data, location.origin)));
  });
}

async function openPage(pressed: Pressed): Promise<void> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const windows = all.filter(({ url }) => isApp(url, location.origin));
  const page =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0];
  // A visible window that does not answer has crashed or hangs, so open a new window.
  if (page === undefined || (!(await confirms(page, pressed)) && isVisible(page))) {
    if (pressed.notificationId !== null) opened.push(pressed.notificationId);
    await self.clients.openWindow(pressed.path);
    return;
  }
  // A frozen window gets the message when it is focused and runs again.
  await page.focus();
}

const isVisible = ({ visibilityState }: WindowClient) => visibilityState === 'visible';

function confirms(page: WindowClient, pressed: Pressed): Promise<boolean> {
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

/** Sends the asking page the ids of the notifications that opened windows. Each id is sent only once. */
export function sendOpened(port: MessagePort | undefined): void {
  const answer: Opened = { notificationIds: opened };
  opened = [];
  port?.postMessage(answer);
}

/**
 * Handles a push subscription that the browser replaced or ended. Without a replacement, tries to subscribe again. Only
 * a page has the session of the rider. Therefore a page sends the change to the server, now or when the rider opens the
 * app again.
 */
export function renewSubscription(): void {
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
      // The permission is missing, or the push service did not answer. The app subscribes again when the
      // rider opens it.
    }
  }
  await postToPages({ type: 'PUSH_CHANGED' });
}
