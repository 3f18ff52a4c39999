import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushMessage } from '../../contract/notifications.ts';
import { followSubscription, openPressed, showPushes, tellOpened } from './push.ts';

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

/** A window of the app, as the worker sees it. */
function openWindow({ answers = true, path = '/home', ...given }: Partial<WindowState> = {}) {
  return {
    url: location.origin + path,
    focused: false,
    visibilityState: 'visible',
    heard: [] as unknown[],
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    postMessage(this: { heard: unknown[] }, data: unknown, [port]: MessagePort[] = []) {
      this.heard.push(data);
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

/** Resolves once all is done that the worker asked the browser to wait for. */
async function happen(type: string, given: object): Promise<void> {
  const waits: unknown[] = [];
  worker.handlers.get(type)?.({ waitUntil: (work: unknown) => waits.push(work), ...given });
  expect(waits.length).toBeGreaterThan(0);
  await Promise.all(waits);
}

const push = (text: string) => happen('push', { data: { text: () => text } });
const data = { path: message.path, notificationId: message.notificationId };
const press = () => happen('notificationclick', { notification: { close: () => undefined, data } });

function opened(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => {
      port1.close();
      resolve(event.data);
    });
    port1.start();
    tellOpened(port2);
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
  followSubscription();
});
afterEach(() => vi.unstubAllGlobals());

test('a message is shown, counted on the icon, and told to the open pages', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  await push(JSON.stringify(message));
  expect(worker.registration.showNotification).toHaveBeenCalledWith(
    message.title,
    expect.objectContaining({ body: message.body, renotify: true, data }),
  );
  expect(setAppBadge.mock.calls).toEqual([[3]]);
  expect(page.heard).toEqual([{ type: 'NOTIFIED' }]);
});

test('one that came twice rings once, and the next of its order again', async () => {
  worker.registration.shown = [{ tag: message.tag, data }];
  await push(JSON.stringify(message));
  await push(JSON.stringify({ ...message, notificationId: crypto.randomUUID() }));
  const rings = worker.registration.showNotification.mock.calls.map(([, options]) => options);
  expect(rings).toMatchObject([{ renotify: false }, { renotify: true }]);
});

test('what cannot be read is shown, but counts nothing', async () => {
  await push('<html>');
  expect(worker.registration.showNotification).toHaveBeenCalledTimes(1);
  expect(setAppBadge).not.toHaveBeenCalled();
});

test('without an icon to count on, a message is shown all the same', async () => {
  setAppBadge.mockRejectedValue(new DOMException('not installed', 'NotAllowedError'));
  await push(JSON.stringify(message));
  expect(worker.registration.showNotification).toHaveBeenCalledTimes(1);
});

test('a press brings forward the window that hears of it, the focused one first', async () => {
  const focused = openWindow({ focused: true });
  const other = openWindow();
  worker.clients.all = [other, focused];
  await press();
  expect(focused.heard).toEqual([{ type: 'OPEN', ...data }]);
  expect(focused.focus).toHaveBeenCalled();
  expect(other.heard).toEqual([]);
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

test('where there is no window, or a dead one, another is opened and learns what opened it', async () => {
  await press();
  worker.clients.all = [openWindow({ answers: false }), openWindow({ path: '/sandbox' })];
  await press();
  expect(worker.clients.openWindow.mock.calls).toEqual([[message.path], [message.path]]);
  const { notificationId } = message;
  expect(await opened()).toEqual({ notificationIds: [notificationId, notificationId] });
  expect(await opened()).toEqual({ notificationIds: [] });
});

test('a window that the system has frozen is brought forward, and hears it then', async () => {
  const frozen = openWindow({ answers: false, visibilityState: 'hidden' });
  worker.clients.all = [frozen];
  await press();
  expect(frozen.focus).toHaveBeenCalled();
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

const key = new Uint8Array([4, 1, 2]).buffer;
const oldSubscription = { options: { applicationServerKey: key } };

test('a subscription that the browser ended is made anew, and the pages tell the server', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  await happen('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(worker.registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  expect(page.heard).toEqual([{ type: 'PUSH_CHANGED' }]);
});

test.each([
  ['one that the browser made anew itself', { oldSubscription, newSubscription: {} }],
  ['one whose key is not known', { oldSubscription: null, newSubscription: null }],
])('of %s the pages are told, and no other is made', async (_what, event) => {
  const page = openWindow();
  worker.clients.all = [page];
  await happen('pushsubscriptionchange', event);
  expect(worker.registration.pushManager.subscribe).not.toHaveBeenCalled();
  expect(page.heard).toEqual([{ type: 'PUSH_CHANGED' }]);
});

test('where permission is gone, the pages hear that nothing is left', async () => {
  const page = openWindow();
  worker.clients.all = [page];
  worker.registration.pushManager.subscribe.mockRejectedValue(
    new DOMException('denied', 'NotAllowedError'),
  );
  await happen('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(page.heard).toEqual([{ type: 'PUSH_CHANGED' }]);
});
