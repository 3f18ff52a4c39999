// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushMessage } from '../../contract/notifications.ts';
import { renewSubscription, openPressed, showPushes, sendOpened } from './push.ts';

const message: PushMessage = {
  notificationId: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0d001',
  title: 'Your charger is back',
  body: 'Tap for the receipt.',
  path: '/history/detail?orderId=5e0c1c2a',
  badge: 3,
  tag: 'order-5e0c1c2a',
  language: 'en',
};

interface WindowState {
  answers: boolean;
  path: string;
  focused: boolean;
  visibilityState: string;
}

/** Fakes a window of the app from the view of the service worker. */
function openWindow({ answers = true, path = '/home', ...given }: Partial<WindowState> = {}) {
  return {
    url: location.origin + path,
    focused: false,
    visibilityState: 'visible',
    received: [] as unknown[],
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    postMessage(this: { received: unknown[] }, data: unknown, [port]: MessagePort[] = []) {
      this.received.push(data);
      if (answers) port?.postMessage(null);
    },
    ...given,
  };
}
const worker = {
  handlers: new Map<string, (event: object) => void>(),
  addEventListener(type: string, handler: (event: object) => void) {
    worker.handlers.set(type, handler);
  },
  registration: {
    shown: [] as { data: unknown; tag: string }[],
    getNotifications: async ({ tag }: { tag: string }) =>
      worker.registration.shown.filter((shown) => shown.tag === tag),
    showNotification: vi.fn<(title: string, options: object) => Promise<void>>(),
    pushManager: { subscribe: vi.fn<(options: object) => Promise<void>>() },
  },
  clients: {
    all: [] as ReturnType<typeof openWindow>[],
    matchAll: async () => worker.clients.all,
    openWindow: vi.fn<(path: string) => Promise<null>>(),
  },
};

/** Fires an event. Resolves when all promises that were passed to `waitUntil` are done. */
async function fire(type: string, given: object): Promise<void> {
  const waits: unknown[] = [];
  worker.handlers.get(type)?.({ waitUntil: (work: unknown) => waits.push(work), ...given });
  expect(waits.length).toBeGreaterThan(0);
  await Promise.all(waits);
}

const push = (text: string) => fire('push', { data: { text: () => text } });
const data = { path: message.path, notificationId: message.notificationId };
const press = () => fire('notificationclick', { notification: { close: () => undefined, data } });

function opened(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => {
      port1.close();
      resolve(event.data);
    });
    port1.start();
    sendOpened(port2);
  });
}

const setAppBadge = vi.fn<(count?: number) => Promise<void>>();

beforeEach(() => {
  vi.stubGlobal('self', worker);
  worker.registration.shown = [];
  worker.registration.showNotification.mockReset().mockResolvedValue(undefined);
  worker.registration.pushManager.subscribe.mockReset().mockResolvedValue(undefined);
  worker.clients.all = [];
  worker.clients.openWindow.mockReset().mockResolvedValue(null);
  setAppBadge.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { languages: ['en'], setAppBadge });
  showPushes();
  openPressed();
  renewSubscription();
});
afterEach(() => vi.unstubAllGlobals());

test('a message is shown, sets the badge and is reported to the open pages', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  await push(JSON.stringify(message));
  expect(worker.registration.showNotification).toHaveBeenCalledWith(
    message.title,
    expect.objectContaining({ body: message.body, renotify: true, data }),
  );
  expect(setAppBadge.mock.calls).toEqual([[3]]);
  expect(page.received).toEqual([{ type: 'NOTIFIED' }]);
});

test('the open pages get the message after the notification is displayed, also if the display fails', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  let early: unknown[] | undefined;
  worker.registration.showNotification.mockImplementation(async () => {
    // `opened` exchanges messages, so all promises that are already resolved run before it ends.
    await opened();
    early = [...page.received];
    throw new TypeError('no permission');
  });
  await expect(push(JSON.stringify(message))).rejects.toThrow('no permission');
  expect(early).toEqual([]);
  expect(page.received).toEqual([{ type: 'NOTIFIED' }]);
});

test('a repeated message alerts only once, but the next message of the same order alerts again', async () => {
  worker.registration.shown = [{ tag: message.tag, data }];
  await push(JSON.stringify(message));
  await push(JSON.stringify({ ...message, notificationId: crypto.randomUUID() }));
  const alerts = worker.registration.showNotification.mock.calls.map(([, options]) => options);
  expect(alerts).toMatchObject([{ renotify: false }, { renotify: true }]);
});

test('an unreadable message is shown, but does not change the badge', async () => {
  await push('<html>');
  expect(worker.registration.showNotification).toHaveBeenCalledTimes(1);
  expect(setAppBadge).not.toHaveBeenCalled();
});

test('a message is also shown if the app icon has no badge', async () => {
  setAppBadge.mockRejectedValue(new DOMException('not installed', 'NotAllowedError'));
  await push(JSON.stringify(message));
  expect(worker.registration.showNotification).toHaveBeenCalledTimes(1);
});

test('pressing a notification focuses a window that answers, preferably the focused one', async () => {
  const focused = openWindow({ focused: true });
  const other = openWindow();
  worker.clients.all = [other, focused];
  await press();
  expect(focused.received).toEqual([{ type: 'OPEN', ...data }]);
  expect(focused.focus).toHaveBeenCalled();
  expect(other.received).toEqual([]);
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

test('without a running window, a new window opens and can ask which notification opened it', async () => {
  await press();
  worker.clients.all = [openWindow({ answers: false }), openWindow({ path: '/sandbox' })];
  await press();
  expect(worker.clients.openWindow.mock.calls).toEqual([[message.path], [message.path]]);
  const { notificationId } = message;
  expect(await opened()).toEqual({ notificationIds: [notificationId, notificationId] });
  expect(await opened()).toEqual({ notificationIds: [] });
});

test('a frozen window is focused, and gets the message when it runs again', async () => {
  const frozen = openWindow({ answers: false, visibilityState: 'hidden' });
  worker.clients.all = [frozen];
  await press();
  expect(frozen.focus).toHaveBeenCalled();
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

const key = new Uint8Array([4, 1, 2]).buffer;
const oldSubscription = { options: { applicationServerKey: key } };

test('a subscription that the browser ended is renewed, and the pages are notified', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  await fire('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(worker.registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  expect(page.received).toEqual([{ type: 'PUSH_CHANGED' }]);
});

test.each([
  ['a subscription that the browser renewed itself', { oldSubscription, newSubscription: {} }],
  ['a subscription whose key is unknown', { oldSubscription: null, newSubscription: null }],
])('%s is not renewed, and the pages are notified', async (_what, event) => {
  const page = openWindow();
  worker.clients.all = [page];
  await fire('pushsubscriptionchange', event);
  expect(worker.registration.pushManager.subscribe).not.toHaveBeenCalled();
  expect(page.received).toEqual([{ type: 'PUSH_CHANGED' }]);
});

test('without the permission, the subscription is not renewed, but the pages are notified', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  worker.registration.pushManager.subscribe.mockRejectedValue(
    new DOMException('denied', 'NotAllowedError'),
  );
  await fire('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(page.received).toEqual([{ type: 'PUSH_CHANGED' }]);
});
