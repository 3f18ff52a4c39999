import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

test.use({ installs: true });

/** Waits until the first visit is complete and the service worker has cached its files. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => {
      active?.addEventListener('statechange', resolve, { once: true });
    });
  });
}

test.afterEach(({ product }) => (product.isRunning ? undefined : product.start()));

test('after one visit the stations are available offline, and the app shows how old the data is', async ({
  page,
  product,
}) => {
  await visitOnce(page);
  await product.stop();
  await page.reload();
  await expect(page).toHaveTitle('Home');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  // The text is in the banner. For some seconds, the text is also in the live region.
  const offline = page.getByText("You're offline. Saved information is shown.").first();
  await expect(offline).toBeVisible();
  await expect(page.getByText(/^Updated /).first()).toBeVisible();

  await product.start();
  await expect(offline).toBeHidden({ timeout: 40_000 });
});

test('pages that were never opened start offline @all', async ({ page, product }) => {
  await visitOnce(page);
  await product.stop();
  for (const [path, title] of [
    ['/menu', 'Menu'],
    ['/home/scan', 'Scan'],
    ['/setting', 'Settings'],
    ['/startGuide', 'Start Guide'],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the app caches pages that need the network in advance, and a page that is not cached shows that it needs a connection @all', async ({
  page,
  product,
}) => {
  await visitOnce(page);
  const cached = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('late-code')).keys();
      return requests.filter(({ url }) =>
        /\/online\/(?:launch|payment|MethodChoice)-.*\.js$/.test(url),
      ).length;
    });
  await expect.poll(cached, { timeout: 20_000 }).toBe(3);
  await product.stop();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with phone' })).toBeVisible();

  await page.evaluate(() => caches.delete('late-code'));
  // Clear the HTTP cache of the browser, because it also contains the files.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByText('This page needs a connection.')).toBeVisible({ timeout: 20_000 });
  await page.goto('/payment/addGoCash');
  await expect(page.getByText('Payments and unlocking need a connection.')).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page.getByRole('listitem').first()).toBeVisible();
});

test('the app caches its language at the first visit, and the other languages when the network is idle @all', async ({
  page,
  product,
}) => {
  const cached = () =>
    page.evaluate(async () => {
      const files = await (await caches.open('texts')).keys();
      const languages = files.map(({ url }) => /texts\/([^/]+)\/(?!legal)/.exec(url)?.[1] ?? '');
      return [...new Set(languages)].filter(Boolean).toSorted();
    });
  // If the browser's data saver is on, the app fetches only the pages of a launch by QR code in advance.
  await page.addInitScript(() => {
    const saving = sessionStorage.getItem('saving') !== 'no';
    Object.defineProperty(navigator, 'connection', { value: { saveData: saving } });
    localStorage.setItem('changeLanguage', 'es');
  });
  await visitOnce(page);
  const latePages = () =>
    page.evaluate(async () => {
      const files = await (await caches.open('late-code')).keys();
      const names = files.map(
        ({ url }) => /\/online\/([A-Za-z-]+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? '',
      );
      return names.filter(Boolean).toSorted();
    });
  await expect
    .poll(latePages, { timeout: 20_000 })
    .toEqual(['MethodChoice', 'launch-online', 'online-parts']);
  expect(await cached()).toEqual(['es']);
  // These files are all that the login needs.
  const browser = await page.context().newCDPSession(page);
  await product.stop();
  await browser.send('Network.clearBrowserCache');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continuar con el celular' })).toBeVisible();
  await product.start();
  await page.evaluate(() => sessionStorage.setItem('saving', 'no'));
  await page.reload();
  await expect.poll(cached, { timeout: 20_000 }).toEqual(['en', 'es', 'zh-CN']);
  await product.stop();
  await browser.send('Network.clearBrowserCache');
  await page.goto('/setting/changeLanguage');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '语言' })).toBeVisible();
});

test('coupons and the invitation are available offline after they were shown once @all', async ({
  page,
  product,
  rider,
}) => {
  await rider.redeem('HOUR1');
  const link = `?invite=${await rider.inviteCode()}`;
  await visitOnce(page);
  const ticket = page.getByRole('article').filter({ hasText: 'Free rental time' });
  await page.goto('/coupon');
  await expect(ticket).toBeVisible();
  await page.goto('/getFree');
  await expect(page.getByText('No friends yet. Share your code to begin.')).toBeVisible();

  await product.stop();
  await page.goto('/coupon');
  await expect(ticket).toBeVisible();
  await expect(page.getByText(/^Updated /).first()).toBeVisible();
  await page.goto('/getFree');
  await expect(page.getByText(link)).toBeVisible();
  await expect(page.getByText('No friends yet. Share your code to begin.')).toBeVisible();
});

test('nothing can be paid offline @slow', async ({ page, product, rider, cabinet }) => {
  await rider.addCard(cards.pays);
  await visitOnce(page);
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await expect(page.getByRole('button', { name: 'Pay $1.00 and unlock' })).toBeEnabled();
  await product.stop();
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page.getByText('Payments and unlocking need a connection.')).toBeVisible();
  await product.start();
  expect(await rider.currentOrder()).toBeNull();
});
