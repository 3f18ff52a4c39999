import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Delays the code of the app, so that home stays as the server painted it. Returns a function that ends the delay. */
async function holdCode(page: Page): Promise<() => void> {
  let pass: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route('**/assets/**/*.js', async (route) => {
    await passed;
    await route.continue();
  });
  return pass;
}

/** Presses a link with the mouse, and lets the app start before the mouse is released. */
async function pressWhileAppStarts(page: Page, link: Locator, pass: () => void): Promise<void> {
  await link.hover();
  await page.mouse.down();
  pass();
  await expect(painted(page)).toHaveCount(0);
  await expect(page.locator('.st-open').first()).toBeVisible();
}

/** Releases the mouse. Expects that the app opens a station exactly once. */
async function releaseAndOpen(page: Page): Promise<void> {
  const before = await page.evaluate(() => history.length);
  await page.mouse.up();
  await expect(page).toHaveURL(/equip_id=/);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
}

const painted = (page: Page) => page.locator('[data-painted="home"]');

test('a press that begins on a painted link and ends on the link of the app opens the station once', async ({
  page,
}) => {
  const first = page.locator('.st-name').first();
  const press = async () => {
    const pass = await holdCode(page);
    await page.goto('/home');
    await expect(painted(page)).toBeVisible();
    const name = await first.innerText();
    await pressWhileAppStarts(page, page.locator('.st-open').first(), pass);
    return name;
  };
  let name = await press();
  // The stations may still change because of an earlier test. The first station in the app may then
  // differ from the first station that the server painted, and the press would end on another link.
  // In that case, press again.
  while ((await first.innerText()) !== name) {
    await page.mouse.up();
    name = await press();
  }
  await releaseAndOpen(page);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
});

for (const [what, press] of [
  ['that ends on another link', async (page: Page) => page.mouse.down()],
  ['of another button', async (page: Page) => page.mouse.down({ button: 'right' })],
  [
    'with the key for another tab',
    async (page: Page) => {
      await page.keyboard.down('Control');
      await page.mouse.down();
    },
  ],
] as const) {
  test(`a press on a painted link ${what} opens nothing in this tab${what === 'that ends on another link' ? ' @slow' : ' @all'}`, async ({
    page,
  }) => {
    const pass = await holdCode(page);
    await page.goto('/home');
    await page.locator('.st-open').first().hover();
    await press(page);
    pass();
    await expect(painted(page)).toHaveCount(0);
    if (what === 'that ends on another link') await page.locator('.home-cta').hover();
    await page.mouse.up({ button: what === 'of another button' ? 'right' : 'left' });
    await expect(page.locator('.leaflet-container')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  });
}

test('a press on a pin of the first map opens its station once @slow', async ({ page }) => {
  const pass = await holdCode(page);
  await page.goto('/home');
  const pins = page.locator('a.map-pin');
  await expect(pins.first()).toBeAttached();
  const free = await pins.evaluateAll((all) =>
    all.findIndex((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      return pin.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  await pressWhileAppStarts(page, pins.nth(free), pass);
  await releaseAndOpen(page);
  await expect(page.locator('.st-title')).toBeVisible();
});

test('a tap on a zoom button of the first map zooms the map of the app once @slow', async ({
  page,
}) => {
  const pass = await holdCode(page);
  await page.goto('/home');
  const zoom = Number(await page.locator('.first-map').getAttribute('data-zoom'));
  await page.locator('.first-map [data-press="zoomIn"]').click();
  pass();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(page.locator('.first-map [data-press]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastMap'))).not.toBeNull();
  const saved = await page.evaluate(() => localStorage.getItem('lastMap'));
  expect(saved).toContain(`"zoom":${zoom + 1}`);
});

test('a tap on the painted location button asks for the position once @slow', async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    const count = (name: string) => () => calls.push(name);
    Object.assign(window, { positionCalls: calls });
    Object.defineProperty(navigator, 'geolocation', {
      value: {
        getCurrentPosition: count('getCurrentPosition'),
        watchPosition: count('watchPosition'),
        clearWatch: () => undefined,
      },
    });
  });
  const pass = await holdCode(page);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Use my location' }).click();
  pass();
  await expect(painted(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Locating' })).toBeVisible();
  const calls = () => page.evaluate(() => Reflect.get(window, 'positionCalls').length);
  expect(await calls()).toBe(1);
  await expect(page.locator('.leaflet-container')).toBeVisible();
  expect(await calls()).toBe(1);
});

test('a tap on a painted row opens its station without any script of the app @slow', async ({
  page,
}) => {
  await holdCode(page);
  await page.goto('/home');
  const name = await page.locator('.st-name').first().innerText();
  await page.locator('.st-open').first().click();
  await expect(page).toHaveURL(/equip_id=/);
  await expect(page.locator('.st-title')).toHaveText(name);
});
