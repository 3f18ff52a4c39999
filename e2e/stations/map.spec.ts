import type { Locator, Page } from 'playwright/test';
import { makeStations, serveStations, stationAt } from '../support/fakeStations.ts';
import { expect, test } from '../support/fixtures.ts';
import { Product, productStartMs } from '../support/product.ts';
import { serveArchive } from '../support/streetArchive.ts';

// Block the service worker, because Playwright cannot answer the requests of a service worker.
test.use({
  serviceWorkers: 'block',
  viewport: { width: 390, height: 844 },
  // Turn animations off, because the map ignores a press while it zooms.
  contextOptions: { reducedMotion: 'reduce' },
});

const middle = { lat: 41.8781, lng: -87.6298 };

const map = (page: Page): Locator => page.getByRole('region', { name: 'Map of stations' });
const pins = (page: Page): Locator => map(page).getByRole('button', { name: /free slot/ });

/** Returns the part of the map that must have the focus, so that the arrow keys move the map. */
const ground = (page: Page): Locator => map(page).getByRole('group', { name: /Arrow keys/ });

/**
 * Counts the opaque pixels of each colour in the canvases that match the selector. The keys are the colours as `r,g,b`.
 */
function colours(page: Page, selector: string): Promise<Record<string, number>> {
  return page.evaluate((which) => {
    const found: Record<string, number> = {};
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(which)) {
      if (canvas.width === 0) continue;
      // Copy each canvas to a new canvas, because the pixels of some canvases of the map cannot be
      // read directly.
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      if (context === null) continue;
      context.drawImage(canvas, 0, 0);
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] !== 255) continue;
        const key = `${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`;
        found[key] = (found[key] ?? 0) + 1;
      }
    }
    return found;
  }, selector);
}

const streets = (page: Page) => colours(page, '.leaflet-tile-pane canvas');
/** The colours of roads on the light map and on the black map. */
const road = { light: '255,255,255', black: '38,43,51' };

async function zoom(page: Page, direction: 'in' | 'out', times: number): Promise<void> {
  await ground(page).focus();
  for (let step = 0; step < times; step++) {
    await page.keyboard.press(direction === 'in' ? '+' : '-');
  }
}

test.describe('with a hundred thousand stations', () => {
  const stations = makeStations(100_000);

  test('the map never draws more than 300 pins, from the zoom of a street to the zoom of the world @all', async ({
    page,
  }) => {
    await serveStations(page, stations);
    await page.setViewportSize({ width: 1600, height: 1000 });
    await page.goto('/home');
    await expect(pins(page).first()).toBeVisible();
    await page.evaluate(() => {
      const pane = document.querySelector('.leaflet-stations-pane');
      if (pane === null) throw new Error('no pins');
      const count = () => {
        const most = Math.max(Number(document.body.dataset['most'] ?? 0), pane.childElementCount);
        document.body.dataset['most'] = String(most);
      };
      count();
      new MutationObserver(count).observe(pane, { childList: true });
    });
    await zoom(page, 'in', 5);
    await expect(map(page).getByRole('button', { name: 'Zoom in' })).toBeDisabled();
    await zoom(page, 'out', 19);
    await expect(map(page).getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await expect(map(page).getByRole('button', { name: /^100000 stations/ })).toHaveCount(1);
    const most = await page.evaluate(() => Number(document.body.dataset['most']));
    expect(most).toBeGreaterThan(60);
    expect(most).toBeLessThanOrEqual(300);
  });

  test('taps on clusters split them until only single stations are left @all', async ({ page }) => {
    await serveStations(page, stations);
    await page.goto('/home');
    await expect(pins(page).first()).toHaveAccessibleName(/^\d+ stations/);
    const deepest = map(page).getByRole('button', { name: /^Station \d+, / });
    const list = page.getByRole('dialog', { name: /stations here/ });
    for (let taps = 0; taps < 8; taps++) {
      if ((await list.count()) > 0) break;
      await expect(pins(page).first()).toBeVisible();
      // The first Tab moves the focus to the cluster that is nearest to the centre.
      await ground(page).focus();
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => document.activeElement?.ariaLabel ?? '');
      await page.keyboard.press('Enter');
      if (name.startsWith('Station ')) break;
      const all = map(page).getByRole('button', { name, exact: true });
      await expect(list.or(deepest).or(all.first()).first()).toBeVisible();
    }
    if ((await list.count()) > 0)
      await list
        .getByRole('button', { name: /^Station / })
        .first()
        .click();
    await expect(page).toHaveURL(/equip_id=/);
    await expect(page.getByRole('heading', { name: /^Station \d+$/ })).toBeVisible();
  });
});

test('the keyboard moves the map and reaches its pins, beginning with the pin nearest to the centre', async ({
  page,
}) => {
  const counts = { chargers: 6, slots: 8 };
  await serveStations(page, [
    stationAt(1, 'Far Diner', { lat: 41.8835, lng: -87.6298 }, counts),
    stationAt(2, 'Corner Bakery', middle, counts),
    stationAt(3, 'Next Cinema', { lat: 41.8809, lng: -87.6298 }, counts),
  ]);
  await page.goto('/home');
  await expect(pins(page)).toHaveCount(3);
  await ground(page).focus();
  const order: (string | null)[] = [];
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
  }
  expect(order[0]).toBe('Corner Bakery, 6 chargers, 2 free slots');
  expect(order[1]).toContain('Next Cinema');

  const bakery = map(page).getByRole('button', { name: /^Corner Bakery/ });
  await bakery.focus();
  const before = await bakery.boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(async () => (await bakery.boundingBox())?.y)
    .toBeLessThan((before?.y ?? 0) - 40);
  await expect(bakery).toBeFocused();
  const zoomIn = map(page).getByRole('button', { name: 'Zoom in' });
  for (let step = 0; step < 6; step++) await page.keyboard.press('+');
  await expect(zoomIn).toBeDisabled();
  await page.keyboard.press('-');
  await expect(zoomIn).toBeEnabled();
});

test('a pin of several stations opens a list of them, and Escape returns to the pin @all', async ({
  page,
}) => {
  const counts = { chargers: 2, slots: 8 };
  await serveStations(page, [
    // The map highlights the first station, because it is the nearest. It shares its pin with no other station.
    stationAt(1, 'Ground Floor', middle, counts),
    stationAt(2, 'First Floor', middle, counts),
    stationAt(3, 'Second Floor', middle, counts),
  ]);
  await page.goto('/home');
  const pin = map(page).getByRole('button', { name: /^2 stations/ });
  await pin.click();
  const popup = page.getByRole('dialog', { name: '2 stations here' });
  await expect(popup).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(pin).toBeFocused();
  await page.keyboard.press('Enter');
  await popup.getByRole('button', { name: /First Floor/ }).click();
  await expect(page).toHaveURL(/equip_id=/);
  await expect(page.getByRole('heading', { name: 'First Floor' })).toBeVisible();
});

test('on the search page a pin shows the counts of its station, and Escape returns to the pin @slow', async ({
  page,
}) => {
  const bakery = stationAt(2, 'Corner Bakery', middle, { chargers: 6, slots: 8 });
  await serveStations(page, [bakery]);
  await page.goto('/search');
  const pin = map(page).getByRole('button', { name: /^Corner Bakery/ });
  await pin.click();
  const popup = page.getByRole('dialog', { name: 'Corner Bakery' });
  await expect(popup).toBeFocused();
  await expect(popup).toContainText('Corner Bakery Street');
  await expect(popup).toContainText('6 chargers · 2 free slots');
  await expect(popup).toContainText('Open 24 hours');
  await expect(popup.getByRole('link', { name: 'Directions to Corner Bakery' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press('Escape');
  await expect(pin).toBeFocused();
  await page.keyboard.press('Enter');
  // The map moves until the whole popup is visible.
  await expect(async () => {
    const box = await popup.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }).toPass();
  await expect(async () => {
    await popup.getByRole('button', { name: 'Open station' }).click();
    await expect(page).toHaveURL(new RegExp(`equip_id=${bakery.id}`), { timeout: 2000 });
  }).toPass();
});

test('the heat layer is below the pins, and the choice of the layer is stored @all', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(pins(page).first()).toBeVisible();
  const heat = map(page).locator('canvas[data-layer="heat"]');
  await expect(heat).toHaveCount(0);
  await map(page).getByRole('button', { name: 'Map layers' }).click();
  const choice = map(page).getByRole('switch');
  await expect(choice).toHaveCount(1);
  await map(page).getByRole('switch', { name: 'Heat map' }).click();
  await expect(heat).toHaveCSS('opacity', '0.2');
  await expect
    .poll(() =>
      heat.evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return pixels.some((value, index) => index % 4 === 3 && value > 0);
      }),
    )
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(choice.first()).toBeHidden();
  await expect(map(page).getByRole('button', { name: 'Map layers' })).toBeFocused();
  await page.reload();
  await expect(heat).toHaveCount(1);
  await map(page).getByRole('button', { name: 'Map layers' }).click();
  await map(page).getByRole('switch', { name: 'Heat map' }).click();
  await expect(heat).toHaveCount(0);
});

test('a change of the theme repaints the streets and keeps the view @all', async ({ page }) => {
  await page.goto('/home');
  await expect.poll(async () => (await streets(page))[road.light] ?? 0).toBeGreaterThan(1000);
  const names = await pins(page).evaluateAll((all) => all.map((pin) => pin.ariaLabel));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await streets(page))[road.black] ?? 0).toBeGreaterThan(1000);
  expect((await streets(page))[road.light] ?? 0).toBe(0);
  expect(await pins(page).evaluateAll((all) => all.map((pin) => pin.ariaLabel))).toEqual(names);
});

for (const [what, answer] of [
  ['an error', { status: 404, body: 'Not found' }],
  [
    'a page of some portal @all',
    { status: 200, contentType: 'text/html', body: '<!doctype html><p>Hi' },
  ],
] as const) {
  test(`if the answer for a tile is ${what}, the pins are shown on the outline of the world @slow`, async ({
    page,
  }) => {
    await page.route(/\.mvt$/, (route) => route.fulfill(answer));
    await page.goto('/home');
    await expect(pins(page).first()).toBeVisible();
    await zoom(page, 'out', 9);
    const outline = () => colours(page, '.leaflet-outline-pane canvas');
    await expect.poll(async () => (await outline())['235,231,223'] ?? 0).toBeGreaterThan(1000);
    await expect(pins(page).first()).toBeVisible();
  });
}

test('the middle of the visible part of the map stays the same if the next visit has another layout @slow', async ({
  page,
}) => {
  // In a wide window, the sheet is beside the map.
  const wide = { width: 1280, height: 800 };
  await page.setViewportSize(wide);
  await page.goto('/home');
  await expect(pins(page).first()).toBeVisible();
  await zoom(page, 'in', 2);
  await expect(pins(page).first()).toBeVisible();
  await ground(page).focus();
  // The first Tab moves the focus to the pin that is nearest to the centre.
  await page.keyboard.press('Tab');
  const name = await page.evaluate(() => document.activeElement?.ariaLabel ?? '');
  const pin = pins(page).and(page.getByRole('button', { name, exact: true }));
  const left = async () => (await pin.boundingBox())?.x ?? NaN;
  const top = async () => (await pin.boundingBox())?.y ?? NaN;
  const before = { left: await left(), top: await top() };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(left).not.toBe(before.left);
  await page.goto('/setting/legal');
  await page.setViewportSize(wide);
  await page.goto('/home');
  await expect.poll(left).toBeCloseTo(before.left, -1);
  await expect.poll(top).toBeCloseTo(before.top, -1);
});

test.describe('with a street archive and an additional layer', () => {
  let archive: Awaited<ReturnType<typeof serveArchive>>;
  let product: Product;

  test.beforeAll(async () => {
    test.setTimeout(productStartMs);
    archive = await serveArchive();
    product = await Product.create({
      BASE_MAP: 'pmtiles',
      BASE_MAP_URL: archive.url,
      MAP_TRANSIT_URL: `${new URL(archive.url).origin}/transit/{z}/{x}/{y}.png`,
      MAP_TRANSIT_ATTRIBUTION: 'Transit by Example',
    });
    await product.start();
  });

  test.afterAll(async () => {
    await product.dispose();
    archive.server.close();
  });

  test('the app reads the streets by range requests, and shows the additional layer if it is selected @all', async ({
    page,
  }) => {
    const asked: string[] = [];
    await page.route(/\/transit\/\d+\/\d+\/\d+\.png$/, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'image/png', body: onePixel });
    });
    await page.goto(`${product.url}/home`);
    await expect.poll(async () => (await streets(page))[road.light] ?? 0).toBeGreaterThan(1000);
    expect(archive.ranges()).toBeGreaterThan(2);
    expect(asked).toEqual([]);

    await map(page).getByRole('button', { name: 'Map layers' }).click();
    await expect(map(page).getByRole('switch')).toHaveCount(2);
    await map(page).getByRole('switch', { name: 'Transit' }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expect(map(page).getByText('Transit by Example')).toBeVisible();
  });
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Returns how many pixels a pin is away from the middle of the visible part of the map. The sheet
 * covers the other part.
 */
function offMiddle(pin: Locator): Promise<number> {
  return pin.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const shown = document.querySelector('.home-map')?.getBoundingClientRect();
    const sheet = document.querySelector('.home-sheet')?.getBoundingClientRect();
    if (shown === undefined || sheet === undefined) return Infinity;
    const end = sheet.left < shown.left ? shown.bottom : sheet.top;
    return Math.hypot(
      (left + right - shown.left - shown.right) / 2,
      (top + bottom - shown.top - end) / 2,
    );
  });
}

test('after a rotation of the phone, the pin of the open station is in the visible part of the map @slow', async ({
  page,
}) => {
  const station = stationAt(1, 'Far Diner', middle, { chargers: 6, slots: 8 });
  await serveStations(page, [station]);
  await page.goto(`/home?equip_id=${station.id}`);
  const pin = map(page).getByRole('button', { name: /^Far Diner, / });
  await expect(pin).toBeVisible();
  const off = () => offMiddle(pin);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(off).toBeLessThan(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(off).toBeLessThan(3);

  // The user moves the map. After that, a small change of the window's size must not move the map
  // back. Such a change occurs when the browser hides its toolbar.
  await ground(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(off).toBeGreaterThan(20);
  await page.setViewportSize({ width: 390, height: 843 });
  await expect.poll(() => page.evaluate(() => innerHeight)).toBe(843);
  await page.keyboard.press('ArrowDown');
  await expect.poll(off).toBeGreaterThan(100);
  await page.setViewportSize({ width: 410, height: 843 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(410);
  await page.keyboard.press('ArrowDown');
  await expect.poll(off).toBeGreaterThan(180);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(off).toBeLessThan(3);
});

test('after a rotation, the pin of the open station is in the visible part of the map, even if the sheet moves in an animation @all', async ({
  page,
}) => {
  const station = stationAt(1, 'Far Diner', middle, { chargers: 6, slots: 8 });
  await serveStations(page, [station]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`/home?equip_id=${station.id}`);
  const pin = map(page).getByRole('button', { name: /^Far Diner, / });
  await expect(pin).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => offMiddle(pin)).toBeLessThan(3);
});

test('after a rotation, the middle of a saved view is still in the middle of the visible part of the map @all', async ({
  page,
}) => {
  const station = stationAt(1, 'Far Diner', middle, { chargers: 6, slots: 8 });
  await serveStations(page, [station]);
  await page.goto(`/home?equip_id=${station.id}`);
  const pin = map(page).getByRole('button', { name: /^Far Diner, / });
  await expect.poll(() => offMiddle(pin)).toBeLessThan(3);
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join().includes('-87.62')))
    .toBe(true);
  await page.goto('/home');
  await expect(pin).toBeVisible();
  const before = await offMiddle(pin);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => Math.abs((await offMiddle(pin)) - before)).toBeLessThan(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => Math.abs((await offMiddle(pin)) - before)).toBeLessThan(3);
});
