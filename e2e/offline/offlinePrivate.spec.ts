import type { Page } from 'playwright/test';
import { User } from '../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { test } from '../support/badNetwork.ts';
import { expect } from '../support/fixtures.ts';
import { Rider, expectOk } from '../support/rider.ts';
import { type World, returned } from '../screens/screens.ts';
import { pressNamed } from '../support/steps.ts';

test.use({ installs: true });

const dated = (page: Page) => page.getByText(/^Updated /).first();

/**
 * Gives the rider an order, a coupon, an invitation and a name. Returns the words that identify
 * this data.
 */
async function prepareRider(world: World): Promise<string[]> {
  const { rider } = world;
  const orderId = await returned(world);
  const coupon = await rider.redeem('HOUR1');
  expectOk(await rider.call('PATCH', paths.me, { name: 'Wilhelmina' }));
  const { id } = User.parse(expectOk(await rider.call('GET', paths.me)));
  const { number } = await rider.order(orderId);
  return [
    id,
    'Wilhelmina',
    rider.phone.slice(2),
    rider.sessionId,
    orderId,
    number,
    coupon.id,
    await rider.inviteCode(),
  ];
}

/** Opens pages whose data the app stores for offline use, and types a draft. */
async function openOfflinePages(page: Page, orderId: string): Promise<void> {
  const file = fillPath(paths.receiptPdf, { id: orderId });
  await page.goto(`/pdfDownload?file=${encodeURIComponent(file)}`);
  await page.locator('a[href^="blob:"]').waitFor();
  await page.goto(`/history/detail?orderId=${orderId}`);
  await page.getByText('Total amount charged').first().waitFor();
  for (const [path, words] of [
    ['/notification', 'You have returned the charger'],
    ['/coupon', 'Free rental time'],
    ['/getFree', 'No friends yet. Share your code to begin.'],
    ['/menu', 'Wilhelmina'],
  ] as const) {
    await page.goto(path);
    await page.getByText(words).first().waitFor();
  }
  await expect.poll(() => privateCaches(page)).toHaveLength(3);
  await page.goto('/profile/yourInfo/name');
  await page.getByRole('textbox', { name: 'Name' }).fill('Wilhelmina Wonder');
}

const privateCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('private')));

/**
 * Returns all data that the app stores on this device (caches, storages, databases) as one text.
 */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        // Skip the app's own code and strings, because they contain no personal data.
        const isOurs = /\/assets\/|\/index\.html/.test(request.url);
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        texts.push(
          `${name} ${request.url} ${headers}`,
          isOurs ? '' : ((await answer?.text()) ?? ''),
        );
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      texts.push(name, JSON.stringify(await rowsOf(name)));
    }
    return texts.join('\n');

    function rowsOf(name: string): Promise<unknown[]> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const stores = [...opening.result.objectStoreNames];
          if (stores.length === 0) return resolve([]);
          const transaction = opening.result.transaction(stores);
          const rows = stores.map((store) => transaction.objectStore(store).getAll());
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve(rows.map(({ result }) => result));
          });
        });
      });
    }
  });
}

async function expectNothingOf(page: Page, words: readonly string[]): Promise<void> {
  await expect.poll(() => privateCaches(page)).toEqual([]);
  await expectNoneOf(page, words);
}

/**
 * Expects that the device stores none of these words. The device may already store data of another
 * rider.
 */
async function expectNoneOf(page: Page, words: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const text = await storedText(page);
      return words.filter((word) => text.includes(word));
    })
    .toEqual([]);
}

/**
 * Requests each path of the API with and without the session. Returns the paths whose answers the service worker stores
 * outside the private caches.
 */
async function cachedPathsAfterRequests(page: Page, orderId: string): Promise<string[]> {
  const filled = Object.values(paths).map((path) =>
    fillPath(path, { id: orderId, z: 12, x: 1050, y: 1522, type: 'welcome', provider: 'google' }),
  );
  return page.evaluate(async (all) => {
    const authorization = `Bearer ${localStorage.getItem('sessionId')}`;
    for (const path of all) {
      for (const headers of [{}, { authorization }]) {
        // Stop an event stream after its first part, because the stream never ends.
        const stop = new AbortController();
        const answer = await fetch(path, { headers, signal: stop.signal }).catch(() => null);
        if (answer?.headers.get('content-type')?.startsWith('application/json'))
          await answer.text();
        stop.abort();
      }
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith('private')) continue;
      for (const { url, headers } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        if (pathname.startsWith('/api/')) cached.push(pathname + search);
        if (headers.has('authorization')) cached.push(`${pathname} with the session`);
      }
    }
    return cached;
  }, filled);
}

test('logging out offline in one of two tabs removes all personal data from the device @slow', async ({
  page,
  context,
  networkProxy,
  rider,
  supplies,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  test.setTimeout(120_000);
  const newPhone = () => supplies.nextPhone();
  const words = await prepareRider({ page, newPhone, rider, sandbox, cabinet, otherCabinet });
  const orderId = words[4] ?? '';
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await openOfflinePages(page, orderId);
  const before = await storedText(page);
  expect(words.filter((word) => !before.includes(word))).toEqual([]);

  const cached = await cachedPathsAfterRequests(page, orderId);
  const isPublic =
    /^\/api\/(?:config|hosts\/terms|stations\/(?:tiles\/\d+\/\d+\/\d+|[2-9A-HJKMNP-TV-Z]{7}))$/;
  expect(cached.filter((path) => !isPublic.test(path))).toEqual([]);
  expect(cached).toContain('/api/stations/tiles/12/1050/1522');

  const other = await context.newPage();
  await other.goto('/coupon');
  await expect(other.getByText('Free rental time').first()).toBeVisible();
  await networkProxy.become('offline');
  await other.reload();
  await expect(other.getByText('Free rental time').first()).toBeVisible();
  await expect(dated(other)).toBeVisible();
  // A tab that is opened offline uses the same session.
  const late = await context.newPage();
  await late.goto('/menu');
  await expect(late.getByText('Wilhelmina')).toBeVisible();
  await late.close();
  await other.goto('/setting');
  await pressNamed(other, 'Log out');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();

  await expectNothingOf(other, words);
  await expectNothingOf(page, [...words, 'Wonder']);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
  await page.goto('/history');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('no personal data is left after the session ends, after the account is deleted, or for the next rider @all', async ({
  page,
  context,
  networkProxy,
  rider,
  product,
  supplies,
  sandbox,
}) => {
  test.setTimeout(120_000);
  const newPhone = () => supplies.nextPhone();
  // Use two other cabinets for each rider, because a single cabinet would be full after all the returns.
  const world = async () => ({
    page,
    newPhone,
    sandbox,
    cabinet: await supplies.nextCabinet(sandbox),
    otherCabinet: await supplies.nextCabinet(sandbox),
  });
  const words = await prepareRider({ ...(await world()), rider });
  await page.goto('/home');
  await openOfflinePages(page, words[4] ?? '');

  // Another rider logs in in another tab.
  const next = await Rider.signUp(product, sandbox, newPhone());
  const other = await context.newPage();
  await other.goto('/api/health');
  await other.evaluate((id) => localStorage.setItem('sessionId', id), next.sessionId);
  await expectNoneOf(page, words);

  // Leave the page before it can remove the data of the second rider. A third rider, who then logs in in the other tab,
  // must not see this data.
  const nextWords = await prepareRider({ ...(await world()), rider: next });
  await openOfflinePages(page, nextWords[4] ?? '');
  const third = await Rider.signUp(product, sandbox, newPhone());
  // Wait until the service worker is active, because only an active service worker can answer offline.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('about:blank');
  await other.evaluate((id) => localStorage.setItem('sessionId', id), third.sessionId);
  await networkProxy.become('offline');
  await page.goto('/history');
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
  await page.goto('/coupon');
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
  await expect(page.getByText('Free rental time')).toHaveCount(0);
  await networkProxy.become('good');

  // End the session on the server.
  const thirdWords = await prepareRider({ ...(await world()), rider: third });
  await page.goto('/menu');
  await openOfflinePages(page, thirdWords[4] ?? '');
  expectOk(await third.call('DELETE', paths.currentSession));
  await page.goto('/history');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  // Only the drafts stay on the device. They stay only for this rider, and only in this tab.
  await expectNothingOf(
    page,
    thirdWords.slice(1).filter((word) => word !== 'Wilhelmina'),
  );

  const last = await Rider.signUp(product, sandbox, newPhone());
  const lastWords = await prepareRider({ ...(await world()), rider: last });
  await page.evaluate((id) => localStorage.setItem('sessionId', id), last.sessionId);
  await openOfflinePages(page, lastWords[4] ?? '');
  await page.goto('/setting');
  await pressNamed(page, 'Delete account');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(page).not.toHaveURL(/\/setting/);
  await expectNothingOf(page, lastWords);
});
