import { expect, test } from '../support/fixtures.ts';

const kib = 1024;

/**
 * The first code that the app fetches when the page is idle: the map, and the code of the next taps. Shared files, such
 * as the texts of other pages, are missing here, because a request for them before the page is idle must count.
 */
const whenIdle = /\/assets\/(?:leaflet|maps|LinkedSheet|asides|launches)-/;

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
  const idleFrom = started.findIndex(([, address]) => whenIdle.test(address));
  const requests = started.map(([, address]) => address).join('\n');
  expect(idleFrom, `no code of the idle page in\n${requests}`).toBeGreaterThan(0);
  const before = started.slice(0, idleFrom);
  const list = before.map(([id, address]) => `${bytes.get(id)} ${address}`).join('\n');
  expect(before.length, list).toBeLessThanOrEqual(20);
  const total = before.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0);
  expect(total, list).toBeGreaterThan(150 * kib);
  expect(total, list).toBeLessThanOrEqual(250 * kib);
});
