import type { Page } from 'playwright/test';
import { redirects, titles } from '../screens/screenPaths.ts';
import { expect, test } from '../support/fixtures.ts';
import { untilControlled } from '../support/serviceWorker.ts';

// The fixture `violations` fails each test in which a page violates its content security policy. Therefore all other
// tests check the policy, too, while they use the pages. This file opens each page once, and tries to violate the
// policy.

/** Opens a page, and waits until its code has run. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('#root [data-painted]')).toHaveCount(0);
}

test('guests open every page without a violation @all', async ({ page }) => {
  // The test opens about 75 pages.
  test.setTimeout(180_000);
  for (const pattern of [...Object.keys(titles), ...Object.keys(redirects)]) {
    await open(page, pattern.replace('*', '/no/such/page').replaceAll(/:\w+/g, 'phone'));
  }
});

test('the page that the service worker stores starts offline without a violation @all', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/home');
  await untilControlled(page);
  const found: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) found.push(message.text());
  });
  await context.setOffline(true);
  await open(page, '/menu');
  await expect(page).toHaveTitle('Menu');
  await expect(inject(page)).rejects.toThrow('TrustedHTML');
  expect(found.filter((text) => !text.includes('TrustedHTML'))).toEqual([]);
  await context.close();
});

function inject(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.body.innerHTML = '<img src="/missing" onerror="window.isInjected = true">';
  });
}

test('text from outside the app becomes neither an element nor a script', async ({
  page,
  violations,
}) => {
  await open(page, '/home');
  await expect(inject(page)).rejects.toThrow('TrustedHTML');
  expect(await page.evaluate(() => 'isInjected' in window)).toBe(false);

  const start = (address: string) =>
    page.evaluate((src) => {
      document.createElement('script').src = src;
    }, address);
  for (const address of [
    'https://evil.example/a.js',
    'data:text/javascript,1',
    '/api/config',
    '/assets/../api/config',
  ]) {
    await expect(start(address), address).rejects.toThrow('TrustedScriptURL');
  }
  await start('/assets/own.js');
  await start('https://js.stripe.com/v3');

  const addPolicy = page.evaluate(() => {
    Reflect.get(window, 'trustedTypes').createPolicy('mine', {});
  });
  await expect(addPolicy).rejects.toThrow('Policy "mine" disallowed');
  await expect.poll(() => violations.length).toBe(6);
  violations.length = 0;
});
