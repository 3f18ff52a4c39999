import type { BrowserContext, Page, Worker } from 'playwright/test';
import { z } from 'zod';
import { PushMessage } from '../../contract/notifications.ts';
import type { Product } from './product.ts';

const Pushes = z.array(z.object({ endpoint: z.string(), message: PushMessage }));

/**
 * Replaces the browser's push manager, because the test browser has no push service. The subscriptions come from the
 * sandbox, which verifies and decrypts the server's messages. All other parts are those of the browser.
 */
export async function fakePushService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const key = 'subscriptionOfTests';
    const bytes = (text: string) => {
      const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
      return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
    };
    const subscription = () => {
      const { made, senderKey } = JSON.parse(localStorage.getItem(key) ?? '{}');
      if (!made) return null;
      return {
        endpoint: made.endpoint,
        options: { userVisibleOnly: true, applicationServerKey: bytes(senderKey) },
        getKey: (name: string) => bytes(made.keys[name]),
        unsubscribe: async () => {
          localStorage.removeItem(key);
          return true;
        },
      };
    };
    const subscribe = async (options: { applicationServerKey: string }) => {
      const senderKey = options.applicationServerKey;
      const response = await fetch('/sandbox/api/push-subscriptions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ applicationServerKey: senderKey }),
      });
      const made: unknown = await response.json();
      localStorage.setItem(key, JSON.stringify({ made, senderKey }));
      return subscription();
    };
    Object.assign(PushManager.prototype, {
      subscribe,
      getSubscription: async () => subscription(),
    });
  });
}

/** Returns the endpoint of this browser's subscription, or null if there is no subscription. */
export function endpointOf(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { made } = JSON.parse(localStorage.getItem('subscriptionOfTests') ?? '{}');
    return made?.endpoint ?? null;
  });
}

/** Returns the decrypted messages that the push service received for an endpoint, newest first. */
export async function pushed(product: Product, endpoint: string): Promise<PushMessage[]> {
  const address = `${product.url}/sandbox/api/pushes?endpoint=${encodeURIComponent(endpoint)}`;
  const response = await fetch(address);
  return Pushes.parse(await response.json()).map(({ message }) => message);
}

/**
 * Delivers a message to the service worker and waits until the promise of `showNotification` resolves. Call `shown`
 * only after that: Chromium can drop a notification if `getNotifications` runs while `showNotification` is in progress.
 */
export async function deliver(
  worker: Worker,
  bystander: Page,
  origin: string,
  data: string,
): Promise<void> {
  await worker.evaluate(`self.displayed = new Promise((resolve, reject) => {
    registration.showNotification = (...notification) => {
      delete registration.showNotification;
      const displayed = registration.showNotification(...notification);
      displayed.then(resolve, reject);
      return displayed;
    };
  }), undefined`);
  const browser = await bystander.context().newCDPSession(bystander);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await worker.evaluate('self.displayed');
  await browser.detach();
}

const Shown = z.array(
  z.object({ title: z.string(), body: z.string(), tag: z.string(), lang: z.string() }),
);

/** Returns the notifications that the device displays. */
export async function shown(worker: Worker): Promise<z.infer<typeof Shown>> {
  return Shown.parse(
    await worker.evaluate(`registration.getNotifications().then((all) =>
      all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })))`),
  );
}

const Press = z.object({ opened: z.string().nullable(), focused: z.number() });

/**
 * Presses the newest notification. A browser opens or focuses a window only after a real press. Therefore this function
 * only records the calls to open or focus a window, and returns the record.
 */
export async function press(worker: Worker): Promise<z.infer<typeof Press>> {
  return Press.parse(
    await worker.evaluate(`(async () => {
      const press = { opened: null, focused: 0 };
      Object.defineProperty(clients, 'openWindow', {
        configurable: true,
        value: async (path) => ((press.opened = path), null),
      });
      WindowClient.prototype.focus = async function () { press.focused += 1; return this; };
      const notification = (await registration.getNotifications()).at(-1);
      const event = new NotificationEvent('notificationclick', { notification });
      const works = [];
      Object.defineProperty(event, 'waitUntil', { value: (work) => works.push(work) });
      self.dispatchEvent(event);
      await Promise.all(works);
      return press;
    })()`),
  );
}
