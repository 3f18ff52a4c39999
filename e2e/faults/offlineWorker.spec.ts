import type { Page } from 'playwright/test';
import { test } from '../support/badNetwork.ts';
import { expect } from '../support/fixtures.ts';
import { isControlled, untilControlled, workerOf } from '../support/serviceWorker.ts';

test.use({ installs: true });

const rows = (page: Page) => page.locator('.st-row');

async function install(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(rows(page)).toHaveCount(20);
  await untilControlled(page);
}

/** Clears the HTTP cache of the browser, so that only the service worker or the network can answer. */
async function clearBrowserCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
}

test('the app works if the storage is full or fails', async ({ page, context }) => {
  await install(page);
  const worker = await workerOf(context);
  const refused = () => worker.evaluate(() => Number(Reflect.get(self, 'refused') ?? 0));
  await worker.evaluate(async () => {
    Cache.prototype.put = () => {
      Reflect.set(self, 'refused', Number(Reflect.get(self, 'refused') ?? 0) + 1);
      return Promise.reject(new DOMException('No room', 'QuotaExceededError'));
    };
    await Promise.all(['stations', 'base-map', 'pictures'].map((name) => caches.delete(name)));
  });
  await clearBrowserCache(page);
  const link = await rows(page).nth(3).getByRole('link').first().getAttribute('href');
  await page.goto(link ?? '');
  await expectPhoto(page);
  await expect(page.getByText('$1.00 per started hour', { exact: true })).toBeVisible();
  await page.goto('/search');
  await expect(rows(page).first()).toBeVisible();
  expect(await refused()).toBeGreaterThan(3);

  await worker.evaluate(() => {
    const broken = () => Promise.reject(new DOMException('Broken', 'UnknownError'));
    CacheStorage.prototype.match = broken;
    CacheStorage.prototype.open = broken;
  });
  await page.goto('/menu');
  await expect(page.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
  await page.goto('/home');
  await expect(rows(page)).toHaveCount(20);
});

/** Expects that the photo of the station is loaded. */
function expectPhoto(page: Page): Promise<void> {
  const photo = page.locator('img[src*="/photos/"]');
  return expect
    .poll(async () => {
      if ((await photo.count()) === 0) return 0;
      await photo.scrollIntoViewIfNeeded();
      return photo.evaluate((image) =>
        image instanceof HTMLImageElement ? image.naturalWidth : 0,
      );
    })
    .toBeGreaterThan(0);
}

test('a stopped service worker starts and answers a navigation from its cache', async ({
  page,
  networkProxy,
}) => {
  await install(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  networkProxy.asked.length = 0;
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  // Read the list after the page has loaded, so that the list includes requests that the service
  // worker sends at its start.
  await expect.poll(() => networkProxy.asked).toContain('/sw-off.json');
  expect(networkProxy.asked).not.toContain('/home');
});

test('the photo of a station is available offline after it was shown once', async ({
  page,
  networkProxy,
}) => {
  await install(page);
  const link = await rows(page).nth(2).getByRole('link').first().getAttribute('href');
  await page.goto(link ?? '');
  await expectPhoto(page);
  await networkProxy.become('offline');
  await clearBrowserCache(page);
  await page.reload();
  await expectPhoto(page);
});

test('an interrupted installation continues when the network is back, without fetching files again', async ({
  page,
  networkProxy,
}) => {
  await page.goto('/home');
  await expect(rows(page)).toHaveCount(20);
  const cached = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await cached()).length, { intervals: [5] }).toBeGreaterThan(15);
  await networkProxy.become('offline');
  const had = await cached();
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await expect.poll(registered, { timeout: 30_000 }).toBe(false);
  expect(await isControlled(page)).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.locator('.notices').getByText("You're offline.")).toBeVisible();

  await networkProxy.become('good');
  networkProxy.asked.length = 0;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilControlled(page);
  expect(had.length).toBeGreaterThan(15);
  expect(
    had.filter((path) => networkProxy.asked.some((asked) => asked.split('?')[0] === path)),
  ).toEqual([]);
});
