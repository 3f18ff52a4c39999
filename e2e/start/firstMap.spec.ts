import type { Browser, Locator, Page } from 'playwright/test';
import { z } from 'zod';
import { expect, test } from '../support/fixtures.ts';
import { pictureDifference } from '../support/pictureDifference.ts';

const phone = {
  viewport: { width: 360, height: 640 },
  userAgent: 'Mozilla/5.0 (Android 14) Mobile',
};
const computer = { viewport: { width: 1280, height: 800 } };
/** A narrow window in which the sheet is still below the map. */
const tablet = { viewport: { width: 820, height: 1180 } };
const landscape = { ...phone, viewport: { width: 844, height: 390 } };

/** Opens the page repeatedly until its map has streets, because the server draws the streets in the background. */
async function openWithStreets(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.locator('.first-at > svg')).toBeAttached({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

/** Returns the positions of the pins in the window, by the names of the pins. */
async function pinsIn(page: Page, selector: string): Promise<Record<string, number[]>> {
  const found = await page.locator(selector).evaluateAll((pins) =>
    pins.map((pin) => {
      const { x, y } = pin.getBoundingClientRect();
      return { name: pin.getAttribute('aria-label'), x, y };
    }),
  );
  return Object.fromEntries(found.map(({ name, x, y }) => [name ?? '', [x, y]]));
}

/**
 * Returns a pin that nothing covers. The highlighted pin is not suitable: it marks the nearest open station, and this
 * station may be in a cluster, which is not a link.
 */
async function freePin(page: Page): Promise<Locator> {
  const addresses = await page.locator('a.map-pin').evaluateAll((pins) =>
    pins.flatMap((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return pin.contains(top) ? [pin.getAttribute('href') ?? ''] : [];
    }),
  );
  expect(addresses).not.toEqual([]);
  return page.locator(`a.map-pin[href="${addresses[0]}"]`);
}

/**
 * The largest difference of a colour channel, from 0 to 255, that counts as equal. It is small, because the edges of
 * streets have little contrast.
 */
const edge = 8;

/** A part of the map that neither the sheet nor a button covers. */
function clipOf({ width, height }: { width: number; height: number }) {
  return width > height
    ? { x: width * 0.55, y: height * 0.25, width: width * 0.35, height: height * 0.5 }
    : { x: 1, y: 80, width: 280, height: 150 };
}

async function openPainted(browser: Browser, baseURL: string, device: object): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, ...device });
  return context.newPage();
}

for (const [what, device] of [
  ['a phone', phone],
  ['a computer', computer],
  ['an upright tablet', tablet],
  ['a phone in landscape', landscape],
] as const) {
  for (const linked of [false, true]) {
    const view = linked ? 'a linked station' : 'the start view';
    const tag = what === 'a phone' ? ' @slow' : ' @all';
    test(`on ${what}, the map of the app shows ${view} at the same position as the map of the server${tag}`, async ({
      browser,
      product,
      cabinet,
    }) => {
      const path = linked ? `/home?equip_id=${cabinet.id}` : '/home';
      const painted = await openPainted(browser, product.url, device);
      await openWithStreets(painted, path);
      await expect(painted.locator('.first-map')).toBeVisible();
      const before = await pinsIn(painted, 'a.map-pin');
      const clip = clipOf(device.viewport);
      const pictureAt = (x: number, y: number) =>
        painted.screenshot({ clip: { ...clip, x: clip.x + x, y: clip.y + y } });
      const first = await pictureAt(0, 0);
      const moved = [await pictureAt(1, 0), await pictureAt(-1, 0)];
      moved.push(await pictureAt(0, 1), await pictureAt(0, -1));
      expect(Object.keys(before).length).toBeGreaterThan(0);

      const context = await browser.newContext({ baseURL: product.url, ...device });
      await context.addInitScript(() => {
        if (window.origin === 'null') return;
        // No tip and no promotion covers the map.
        localStorage.setItem('onboardingNewUser', '2');
        sessionStorage.setItem('promotionShown', '1');
      });
      const page = await context.newPage();
      // Delay the streets. Until they arrive, the first map must stay visible below the map of the app.
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/sandbox/tiles/**', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.locator('.leaflet-container > .first-map .first-at > svg')).toBeVisible();
      await expect(page.locator('.first-pins')).toHaveCount(0);
      const after = await pinsIn(page, '.leaflet-stations-pane button');
      for (const [name, at] of Object.entries(before)) {
        if (after[name]) expect(after[name], name).toEqual(at);
      }
      expect(Object.keys(before).filter((name) => name in after)).not.toEqual([]);
      release();
      await expect(page.locator('.first-map')).toHaveCount(0);
      const last = await page.screenshot({ clip });
      const difference = (picture: Buffer) => pictureDifference(picture, last, edge);
      // The two maps are not equal, because the fonts of their labels differ. But a picture that is moved by only one
      // pixel differs more.
      for (const picture of moved) expect(difference(first)).toBeLessThan(difference(picture));
      await context.close();
      await painted.context().close();
    });
  }
}

test('before the map arrives, the first screen is at the same position as with the map', async ({
  browser,
  product,
  cabinet,
}) => {
  const page = await openPainted(browser, product.url, phone);
  const parts = ['.home-sheet', '.home-search', '.home-locate button', '.home-cta'];
  const positions = () =>
    Promise.all(
      parts.map(async (part) => {
        const box = await page.locator(part).boundingBox();
        if (box === null) throw new Error(`${part} is not visible`);
        return { part, x: box.x, y: box.y, width: box.width };
      }),
    );
  for (const path of ['/home', `/home?equip_id=${cabinet.id}`]) {
    await page.goto(path);
    await expect(page.locator('.first-map')).toBeVisible();
    const whole = await positions();
    await page.route('**/home*', async (route) => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-mode': 'navigate' };
      const response = await route.fetch({ headers });
      const [arrived = ''] = (await response.text()).split('<div class="home-map first-map"');
      await route.fulfill({ response, body: arrived });
    });
    await page.goto(path);
    await expect(page.locator('.first-map')).toHaveCount(0);
    expect(await positions(), path).toEqual(whole);
    await page.unrouteAll();
  }
  await page.context().close();
});

test('a pin opens its station before any script has run', async ({ browser, product }) => {
  const page = await openPainted(browser, product.url, phone);
  await page.goto('/home');
  await expect(page.locator('.st-title')).toHaveCount(0);
  const pin = await freePin(page);
  const name = (await pin.getAttribute('aria-label')) ?? '';
  const address = (await pin.getAttribute('href')) ?? '';
  expect(address).toMatch(/equip_id=./);
  await pin.click();
  await expect(page).toHaveURL(product.url + address);
  const title = page.locator('.st-title');
  await expect(title).toBeVisible();
  expect(name.startsWith(`${await title.textContent()},`)).toBe(true);
  await page.context().close();
});

test('a pin opens its station in the app while the request for stations fails @all', async ({
  page,
}) => {
  await page.setViewportSize(phone.viewport);
  // The page itself contains the first stations, so remove them there, too.
  await page.route('**/home', async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-mode': 'navigate' };
    const response = await route.fetch({ headers });
    const html = await response.text();
    const body = html.replace(/(?<=<script type="application\/json" id="early">)[^<]+/, (early) =>
      JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(early)), tiles: [] }).replaceAll(
        '<',
        '\\u003c',
      ),
    );
    expect(body).not.toBe(html);
    await route.fulfill({ response, body });
  });
  await page.route('**/api/stations/tiles/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/home');
  await expect(page.locator('.leaflet-container > .first-map')).toBeVisible();
  const pin = await freePin(page);
  const address = (await pin.getAttribute('href')) ?? '';
  const opened = await page.evaluateHandle(() => document);
  await pin.click();
  await expect(page).toHaveURL((url) => url.pathname + url.search === address);
  await expect(page.locator('.st-title')).toBeVisible();
  expect(await opened.evaluate((first) => first === document)).toBe(true);
});

test('the map has the theme of the rider, not that of the system @slow', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.url,
    colorScheme: 'light',
    javaScriptEnabled: false,
    ...phone,
  });
  const page = await context.newPage();
  await openWithStreets(page, '/home');
  const water = () =>
    page
      .locator('.first-map .water')
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill);
  const light = await water();
  await page.locator(':root').evaluate((root) => root.setAttribute('data-theme', 'black'));
  expect(await water()).not.toBe(light);
  await context.close();
});
