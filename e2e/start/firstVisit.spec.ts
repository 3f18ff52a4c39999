import { expect, test } from '../support/fixtures.ts';

const kib = 1024;

/**
 * The code that the app fetches when the page is idle: the code of the map, and the code that the
 * next taps need.
 */
const whenIdle = /\/assets\/(?:(?:leaflet|maps|LinkedSheet|asides|launches)-|.*\.later-)/;

test('a first visit to home fetches at most 20 files and 250 KiB before the page is idle', async ({
  page,
  context,
  product,
}) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(product.url)) addresses.set(requestId, request.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
  });
  await page.goto('/home');
  await expect(page.locator('.leaflet-container')).toBeVisible();
  const started = [...addresses];
  const before = started.slice(
    0,
    started.findIndex(([, address]) => whenIdle.test(address)),
  );
  const list = before.map(([id, address]) => `${bytes.get(id)} ${address}`).join('\n');
  expect(before.length, list).toBeLessThanOrEqual(20);
  const total = before.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0);
  expect(total, list).toBeGreaterThan(150 * kib);
  expect(total, list).toBeLessThanOrEqual(250 * kib);
});
