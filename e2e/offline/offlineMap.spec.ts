import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { pictureDifference } from '../support/pictureDifference.ts';

test.use({ installs: true, contextOptions: { reducedMotion: 'reduce' } });

/** The part of the map that neither the sheet nor a button covers, in a window of 360 × 640. */
const free = { x: 0, y: 80, width: 280, height: 150 };

async function pinsOf(page: Page, selector: string): Promise<Record<string, number[]>> {
  const found = await page.locator(selector).evaluateAll((pins) =>
    pins.map((pin) => {
      const { x, y } = pin.getBoundingClientRect();
      return { name: pin.getAttribute('aria-label') ?? '', x, y };
    }),
  );
  return Object.fromEntries(found.map(({ name, x, y }) => [name, [x, y]]));
}

/** Waits until the map of the app has replaced the first map, and shows streets and pins. */
async function mapIsComplete(page: Page): Promise<void> {
  await expect(page.locator('.leaflet-stations-pane button').first()).toBeVisible();
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page.locator('.leaflet-tile:not(.leaflet-tile-loaded)')).toHaveCount(0);
  await expect(page.locator('.first-map')).toHaveCount(0);
}

test.afterEach(({ product }) => (product.isRunning ? undefined : product.start()));

test('offline, the first frame shows the map of the last visit, with its pins at the same positions @all', async ({
  page,
  context,
  product,
}) => {
  await page.goto('/home');
  await mapIsComplete(page);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  const first = await pinsOf(page, '.leaflet-stations-pane button');
  await page.locator('.leaflet-container').press('ArrowLeft');
  // Wait until the animated movement of the map has ended.
  let before = first;
  await expect(async () => {
    const now = await pinsOf(page, '.leaflet-stations-pane button');
    const isStill = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    expect(isStill && JSON.stringify(now) !== JSON.stringify(first)).toBe(true);
  }).toPass();
  await mapIsComplete(page);
  const moved = await pinsOf(page, '.leaflet-stations-pane button');
  const complete = await page.screenshot({ clip: free });
  // The app saves the map when nothing has changed for a while.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastMap'))).not.toBeNull();
  await page.goto('about:blank');
  await product.stop();

  const frozen = await context.newPage();
  // Keep the app from starting. The app waits for the event of the first frame or, if the page is
  // in the background, for a timer. Disable both.
  await frozen.addInitScript(() => {
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
        disconnect() {}
      },
    });
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === 1000 ? 0 : setTimeout(run, ms)),
    });
  });
  await frozen.goto('/home');
  await expect(frozen.locator('#root + .first-map img')).toBeVisible();
  await expect(frozen.getByRole('listitem').first()).toBeVisible();
  const painted = await pinsOf(frozen, '.first-map a.map-pin');
  expect(Object.keys(painted).length).toBeGreaterThan(0);
  expect(moved).toMatchObject(painted);
  expect(pictureDifference(await frozen.screenshot({ clip: free }), complete, 64)).toBeLessThan(
    0.01,
  );
  const [name = ''] = Object.keys(painted);
  await frozen.getByRole('link', { name }).click();
  await expect(frozen).toHaveURL(/equip_id=/);
  await frozen.close();

  await page.goto('/home');
  await mapIsComplete(page);
  expect(await pinsOf(page, '.leaflet-stations-pane button')).toMatchObject(painted);
});
