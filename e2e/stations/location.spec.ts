import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';

const denied =
  "Your browser doesn't have access to your Geographic location. Please go to settings to enable your Geographic location.";
const unavailable = 'Location Service Is Not Available';

/**
 * Replaces the browser's geolocation. The test decides when and with which result the replacement
 * answers.
 */
async function fakePosition(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: [PositionCallback, PositionErrorCallback | null | undefined][] = [];
    const asked: (PositionOptions | undefined)[] = [];
    Object.defineProperty(navigator, 'geolocation', {
      value: {
        getCurrentPosition(
          found: PositionCallback,
          failed?: PositionErrorCallback | null,
          options?: PositionOptions,
        ) {
          waiting.push([found, failed]);
          asked.push(options);
        },
        watchPosition: () => 1,
        clearWatch: () => undefined,
      },
    });
    const fail = (code: number) => {
      const error = { code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's class has no constructor
      for (const [, failed] of waiting.splice(0)) failed?.(error as GeolocationPositionError);
    };
    const find = (latitude: number, longitude: number) => {
      const position = { coords: { latitude, longitude }, timestamp: Date.now() };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's class has no constructor
      for (const [found] of waiting.splice(0)) found(position as GeolocationPosition);
    };
    Object.assign(window, { position: { asked, fail, find } });
  });
}

interface FakePosition {
  asked: (PositionOptions | undefined)[];
  fail: (code: number) => void;
  find: (latitude: number, longitude: number) => void;
}

/** Runs a function with the fake position of the page. */
function position<T>(page: Page, act: (fake: FakePosition) => T): Promise<T> {
  return page.evaluate<T>(`(${act.toString()})(window.position)`);
}

const useLocation = (page: Page) => page.getByRole('button', { name: 'Use my location' });

test('the app requests the position only after a tap, and still uses a late answer @slow', async ({
  page,
}) => {
  await fakePosition(page);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Stations in this area' })).toBeVisible();
  await expect(page.getByText('To show stations near you')).toBeVisible();
  expect(await position(page, ({ asked }) => asked.length)).toBe(0);

  await useLocation(page).click();
  const waiting = page.getByRole('button', { name: 'Locating…' });
  await expect(waiting).toBeVisible();
  expect(await position(page, ({ asked }) => asked[0]?.timeout)).toBe(10_000);
  // The list does not change until the device has found the position.
  await expect(page.getByRole('heading', { name: 'Stations in this area' })).toBeVisible();
  await position(page, ({ find }) => find(41.88588, -87.62778));
  await expect(page.getByRole('heading', { name: 'Nearest station' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('Harbor & Vine Hotel');
  await expect(page.getByRole('listitem').first()).toContainText('1 min walk');
});

test('after ten seconds without a position an error appears, and the next tap may succeed @all', async ({
  page,
}) => {
  await fakePosition(page);
  await page.goto('/home');
  const waiting = page.getByRole('button', { name: 'Locating…' });
  await useLocation(page).click();
  await expect(waiting).toBeVisible();
  await position(page, ({ fail }) => fail(3));
  await expect(page.locator('main').getByText(unavailable, { exact: true })).toBeVisible();
  await expect(page.getByRole('status').getByText(unavailable)).toBeAttached();
  await useLocation(page).click();
  await expect(waiting).toBeVisible();
  await position(page, ({ find }) => find(41.88588, -87.62778));
  await expect(page.getByRole('heading', { name: 'Nearest station' })).toBeVisible();
  await expect(page.locator('main').getByText(unavailable)).toBeHidden();
});

test('if the permission is denied, a message appears, the list stays, and the user can type a place', async ({
  page,
  context,
}) => {
  await context.clearPermissions();
  await page.goto('/home');
  await useLocation(page).click();
  await expect(page.locator('main').getByText(denied, { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Type a place' }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test.describe('with the location denied, a typed place leads to its stations', () => {
  const typed = [
    {
      what: 'a street @slow',
      text: 'n wells street',
      place: 'N Wells St, Loop',
      station: 'Union Row Fitness',
    },
    { what: 'an area @all', text: 'loop', place: 'Loop', station: 'Lantern Bookshop' },
    {
      what: 'a postal code @all',
      text: '60611',
      place: '60611, Magnificent Mile',
      station: 'Magnolia Nail Studio',
    },
    {
      what: 'an address @all',
      text: '35 N Green',
      place: '35 N Green St',
      station: 'Green Street Climbing',
    },
  ];
  for (const { what, text, place, station } of typed) {
    test(what, async ({ page, context }) => {
      await context.clearPermissions();
      await page.goto('/home');
      await useLocation(page).click();
      await page.getByRole('link', { name: 'Type a place' }).click();
      await page.getByRole('searchbox', { name: 'Search stations' }).fill(text);
      await expect(page.getByRole('heading', { name: 'Places' })).toBeVisible();
      await expect(page.locator('main').getByText('© OpenStreetMap contributors')).toBeVisible();
      await page.locator('main').getByRole('button', { name: place }).first().click();
      await expect(page.getByRole('heading', { name: /^Stations near / })).toContainText(place);
      await expect(page.locator('.st-row').first()).toContainText(/\d+ m/);
      // The station may be missing from the list, because the list is short and begins with open
      // stations. This station may be closed, because other tests move the clock.
      const row = page.locator('.st-row').filter({ hasText: station });
      const pin = page.getByRole('button', { name: new RegExp(`^${station},`) });
      await expect(row.or(pin).first()).toBeVisible();
    });
  }
});

test('the app uses a permission from an earlier visit at once, including on the sheet of a station @all', async ({
  page,
  context,
  sandbox,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 41.8841, longitude: -87.6301 });
  const { id } = await sandbox.scenario('ready');
  await page.goto(`/home?equip_id=${id}`);
  await expect(page.getByText('From you')).toBeVisible();
  await expect(page.getByText(/^\d+ m northeast · \d min walk$/)).toBeVisible();
  await page.getByRole('link', { name: 'Close station' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: 'Nearest station' })).toBeVisible();

  // The user revokes the permission while the page is open.
  await context.clearPermissions();
  await expect(page.getByRole('heading', { name: 'Stations in this area' })).toBeVisible();
});

test('after the user has moved the map, the map follows the position only if the user asks for this @all', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 41.8841, longitude: -87.6301 });
  await page.goto('/home');
  const here = page.locator('.leaflet-marker-pane [class*="here"]');
  const place = async () => (await here.boundingBox()) ?? { x: NaN, y: NaN };
  const middle = async () => Math.abs((await place()).x + 10 - 180);
  await expect(here).toBeVisible();
  await expect.poll(middle).toBeLessThan(3);
  await page.mouse.move(180, 100);
  await page.mouse.down();
  await page.mouse.move(120, 100, { steps: 5 });
  await page.mouse.move(80, 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(middle).toBeGreaterThan(60);

  const before = await place();
  // The user moves to the north, about twenty pixels on the map.
  await context.setGeolocation({ latitude: 41.8849, longitude: -87.6301 });
  await expect.poll(async () => (await place()).y).toBeLessThan(before.y - 10);
  expect(await middle()).toBeGreaterThan(60);

  await page.getByRole('button', { name: 'Show my location' }).click();
  await expect.poll(middle).toBeLessThan(3);
});

test('directions open in the app that the user chose @all', async ({ page, cabinet }) => {
  await page.goto('/setting');
  await page.getByRole('radio', { name: 'Google Maps' }).check();
  await page.goto(`/home?equip_id=${cabinet.id}`);
  const way = page.locator('.st-summary').getByRole('link', { name: /^Directions to / });
  await expect(way).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&/);
});
