import type { Page } from 'playwright/test';
import { test as base, expect } from '../support/fixtures.ts';
import { NetworkProxy } from '../support/networkProxy.ts';
import { cards } from '../support/rider.ts';
import { isControlled, untilControlled } from '../support/serviceWorker.ts';

const test = base.extend<{ settingsBack: void }>({
  // Restores the settings and stops the server. A hook would stop the server too early: fixtures
  // end after the hooks, and the cabinet fixture needs a running server when it ends.
  settingsBack: [
    async ({ product }, use) => {
      await use();
      product.configure({ SERVICE_WORKER: '', MINIMUM_APP_VERSION: '' });
      await product.stop();
    },
    { auto: true },
  ],
});

// These tests restart the server on the embedded database. This is the harder case, because only
// one process at a time can open that database.
test.use({ installs: true, embedded: true });

// Each test restarts the server up to three times, which can take more than a minute on a busy machine.
test.describe.configure({ timeout: 240_000 });

/**
 * Returns the number of service workers in this browser, and the names of the caches. Omits the
 * caches of private data.
 */
const workerState = (page: Page) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const caching = await caches.keys();
    return {
      workers: registrations.length,
      caches: caching.filter((name) => !name.startsWith('private')),
    };
  });
const nothing = { workers: 0, caches: [] };

test('a service worker that is switched off is removed at the next check for updates, and returns when it is switched on', async ({
  page,
  product,
  rider,
}) => {
  await page.goto('/home');
  await untilControlled(page);

  await product.stop();
  product.configure({ SERVICE_WORKER: 'off' });
  await product.start();

  // An open page checks for updates every hour. The page must continue without a reload.
  await page.evaluate(() => {
    Object.assign(window, { isSame: true });
    localStorage.setItem('aDraft', 'kept');
  });
  await expect(async () => {
    // The browser ignores a check while a worker is being installed.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    expect(await workerState(page)).toEqual(nothing);
  }).toPass({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  // No service worker is left, so the next visit loads the page from the network.
  const switched = page.waitForResponse('**/sw-off.json');
  await page.goto('/profile');
  await switched;
  await expect(page).toHaveTitle('profile');
  await expect(page.getByText(rider.phone.slice(-4))).toBeVisible();
  expect(await isControlled(page)).toBe(false);
  await expect.poll(() => workerState(page)).toEqual(nothing);
  expect(await page.evaluate(() => localStorage.getItem('aDraft'))).toBe('kept');

  await product.stop();
  product.configure({ SERVICE_WORKER: 'on' });
  await product.start();
  await page.goto('/home');
  await untilControlled(page);
});

test('the file sw-off.json is enough to switch the service worker off and to remove it', async ({
  page,
  product,
}) => {
  const networkProxy = await NetworkProxy.create(product.url);
  try {
    await page.goto(`${networkProxy.url}/home`);
    await untilControlled(page);
    await networkProxy.become('workerOff');
    await page.goto(`${networkProxy.url}/setting`);
    await expect.poll(() => workerState(page)).toEqual(nothing);
    await page.reload();
    await expect(page).toHaveTitle('Settings');
    expect(await isControlled(page)).toBe(false);
  } finally {
    await networkProxy.dispose();
  }
});

test('an app that is too old offers an update, reloads without losing data, and still shows the end of the rental', async ({
  page,
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/home?from=link');
  await expect(page.getByText('Charging...').first()).toBeVisible();
  await untilControlled(page);

  await product.stop();
  product.configure({ MINIMUM_APP_VERSION: '99.0.0' });
  await product.start();
  await page.evaluate(() => sessionStorage.setItem('aDraft', 'kept'));
  await page.reload();
  const notice = page.getByRole('alertdialog', { name: 'Update to continue' });
  await expect(notice).toContainText('This version of the app is too old');
  await expect(page.getByText('Charging...').first()).toBeVisible();
  // This notice must be in the centre of the screen, unlike other notices, which are in a corner.
  const middle = () =>
    notice.evaluate((dialog) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      return [(left + right - innerWidth) / 2, (top + bottom - innerHeight) / 2].map((off) =>
        Math.round(Math.abs(off)),
      );
    });
  await expect.poll(middle).toEqual([0, 0]);

  // The server has no newer version. The button therefore reloads the same page from the network, and the page then
  // shows a message.
  await notice.getByRole('button', { name: 'Update' }).click();
  await expect(notice).toContainText('There is no newer version yet.');
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?from=link');
  expect(await page.evaluate(() => sessionStorage.getItem('aDraft'))).toBe('kept');
  await notice.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
});
