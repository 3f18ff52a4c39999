import type { Page } from 'playwright/test';
import { fillPath, paths } from '../../contract/paths.ts';
import { localTime } from '../../contract/rules/places/openNow.ts';
import { Station } from '../../contract/stations.ts';
import { serveStations, stationAt } from '../support/fakeStations.ts';
import { expect, test, watchTrouble } from '../support/fixtures.ts';
import type { Cabinet } from '../support/sandbox.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search stations' });
const rows = (page: Page) => page.locator('.st-row');
const heading = (page: Page) => page.getByRole('heading', { level: 2 });
const names = (page: Page) => page.locator('.st-row .st-name').allInnerTexts();

async function openSearch(page: Page, query = ''): Promise<void> {
  await page.goto(`/search${query}`);
  await expect(page).toHaveTitle('Search nearby stations');
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

async function stationOf(page: Page, { id }: Cabinet): Promise<Station> {
  const answer = await page.request.get(fillPath(paths.station, { id }));
  return Station.parse(await answer.json());
}

/** Reads the visible pins: the names of single stations, and the number of stations in clusters. */
async function pins(page: Page): Promise<{ stations: string[]; clustered: number }> {
  const labels = (kind: string) =>
    page
      .locator(`.leaflet-container button[data-kind="${kind}"]`)
      .evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label') ?? ''));
  const stations = (await labels('station')).map((label) => label.split(', ')[0] ?? '');
  const clusters = (await labels('cluster')).map((label) => Number(/^\d+/.exec(label)?.[0]));
  return { stations, clustered: clusters.reduce((sum, count) => sum + count, 0) };
}

async function dragMap(page: Page, x: number): Promise<void> {
  const map = await page.locator('.leaflet-container').boundingBox();
  if (!map) throw new Error('The map has no box');
  const start = { x: map.x + map.width / 2, y: map.y + 30 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(start.x + (x * step) / 10, start.y);
  }
  await page.mouse.up();
}

test('the map shows all stations that match the text in one city @all', async ({ page }) => {
  const stations = [0, 1].map((index) =>
    stationAt(
      index + 1,
      `Canal Kiosk ${index + 1}`,
      { lat: 41.875 + index * 0.03, lng: -87.64 + index * 0.03 },
      { chargers: 4, slots: 8 },
    ),
  );
  await serveStations(page, stations);
  await page.route(`**${paths.stationSearch}?*`, (route) => route.fulfill({ json: { stations } }));
  await openSearch(page, '?q=canal');
  await expect(rows(page)).toHaveCount(2);
  const map = page.getByRole('region', { name: 'Map of stations' });
  const sheet = page.locator('.home-sheet');
  for (const { name } of stations) {
    const pin = map.getByRole('button', { name: new RegExp(`^${name}, `) });
    await expect(pin).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => {
        const [box, below] = [await pin.boundingBox(), await sheet.boundingBox()];
        return (box?.y ?? Infinity) + (box?.height ?? 0) <= (below?.y ?? 0);
      })
      .toBe(true);
  }
});

test('the list and the map show the same stations @all', async ({ page, cabinet }) => {
  const trouble = watchTrouble(page);
  await openSearch(page);
  await expect(page.locator('.leaflet-container button[data-kind]').first()).toBeVisible();
  const listed = await names(page);
  expect(listed).toHaveLength(20);
  const all = await pins(page);
  // A station without its own pin is in a cluster or outside the visible area.
  expect(all.stations.length + all.clustered).toBeGreaterThan(0);
  const alone = listed.filter((name) => all.stations.includes(name));
  expect(alone.length + all.clustered).toBeGreaterThan(0);

  const { name } = await stationOf(page, cabinet);
  await field(page).fill(name);
  await expect(heading(page)).toHaveText(/^\d+ stations? found$/);
  await expect(rows(page).first()).toContainText(name);
  const found = await names(page);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect
    .poll(async () => {
      const { stations, clustered } = await pins(page);
      return (
        stations.every((pin) => found.includes(pin)) &&
        stations.length + clustered > 0 &&
        stations.length + clustered <= found.length
      );
    })
    .toBe(true);
  expect(trouble).toEqual([]);
});

test('after the choice of "Return", the list and the pins show free slots first @all', async ({
  page,
}) => {
  // The map groups nearby stations into one pin. These two stations are far enough apart for two pins.
  const center = { lat: 41.8781, lng: -87.6298 };
  await serveStations(page, [
    stationAt(1, 'Full Corner', center, { chargers: 8, slots: 8 }),
    stationAt(2, 'Free Corner', { ...center, lng: -87.626 }, { chargers: 3, slots: 8 }),
  ]);
  await openSearch(page);
  await expect(rows(page)).toContainText([/Full Corner.*8 chargers/, /Free Corner.*3 chargers/]);
  await page.getByRole('radio', { name: 'Return' }).check();
  await expect(rows(page)).toContainText([
    /Free Corner.*5 free slots · 3 chargers/,
    /Full Corner.*0 free slots · 8 chargers/,
  ]);
  const pin = (name: string) =>
    page.locator('.leaflet-container').getByRole('button', { name: `${name}, ` });
  await expect(pin('Free Corner')).toHaveText('5');
  await expect(pin('Full Corner')).toHaveText('0');
  expect(new URL(page.url()).searchParams.get('for')).toBe('return');
});

test('closed venues can be hidden and shown again @all', async ({ page }) => {
  // The app follows the clock of the server, which other tests move. Therefore the test uses one
  // station that is always open, and one station that is never open.
  const center = { lat: 41.8781, lng: -87.6298 };
  const stocked = { chargers: 4, slots: 8 };
  await serveStations(page, [
    stationAt(1, 'Always Open', center, stocked),
    {
      ...stationAt(2, 'Never Open', center, stocked),
      hours: Array.from({ length: 7 }, () => null),
    },
  ]);
  await openSearch(page);
  await expect(rows(page)).toContainText([/Always Open.*Open/, /Never Open.*Closed/]);
  await page.getByRole('checkbox', { name: 'Open now' }).check();
  await expect(rows(page)).toContainText([/Always Open.*Open/]);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Open now' })).toBeChecked();
  await expect(rows(page)).toContainText([/Always Open.*Open/]);
  await page.getByRole('checkbox', { name: 'Open now' }).uncheck();
  await expect(rows(page)).toHaveCount(2);
});

test('the browser computes the same local time of a station as Node @slow', async ({ page }) => {
  await page.goto('/home');
  // The page and Node run the same function. In the page, the function uses Temporal, which Node lacks.
  expect(await page.evaluate(() => 'Temporal' in globalThis)).toBe(true);
  for (const zone of ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']) {
    for (const at of ['2026-03-08T07:59:59Z', '2026-03-08T08:00:00Z', '2026-11-22T23:30:00Z']) {
      const call = `(${localTime.toString()})(${Date.parse(at)}, ${JSON.stringify(zone)})`;
      const calculated: unknown = await page.evaluate(call);
      expect(calculated, `${zone} ${at}`).toEqual(localTime(Date.parse(at), zone));
    }
  }
});

test('a search with a typing error finds the station @all', async ({ page, cabinet }) => {
  const { name } = await stationOf(page, cabinet);
  const typo = name.replace(/(\w)(\w)(\w{2,})/, '$2$1$3');
  expect(typo).not.toBe(name);
  await openSearch(page);
  await field(page).fill(typo);
  await expect(rows(page).filter({ hasText: name })).toBeVisible();
});

test('the visible area of the map can be searched @all', async ({ page }) => {
  await openSearch(page);
  const before = await names(page);
  const area = page.getByRole('button', { name: 'Search this area' });
  await expect(area).toBeHidden();
  await dragMap(page, -150);
  await dragMap(page, -150);
  await area.click();
  await expect(area).toBeHidden();
  // The heading contains the name of the nearest station, but no name if no station is within
  // walking distance.
  await expect(heading(page)).toHaveText(/^Stations (?:near .+|in this area)$/);
  await expect.poll(() => names(page)).not.toEqual(before);
  const listed = await names(page);
  const at = new URL(page.url()).searchParams.get('at');
  expect(at).toMatch(/^41\.\d+,-87\.\d+$/);

  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await names(page)).toEqual(listed);
});

test('without a known position, a typed address leads to a station, and Back leads to the search @all', async ({
  page,
  context,
  cabinet,
}) => {
  await context.clearPermissions();
  const { name, address } = await stationOf(page, cabinet);
  await openSearch(page, '?for=return');
  await field(page).fill(address);
  await page.keyboard.press('Enter');
  await rows(page).filter({ hasText: name }).getByRole('link').first().click();
  await expect(page).toHaveTitle('Home');
  await expect(heading(page)).toHaveText(name);
  await page.goBack();
  await expect(page).toHaveTitle('Search nearby stations');
  await expect(field(page)).toHaveValue(address);
  await expect(page.getByRole('radio', { name: 'Return' })).toBeChecked();
  await expect(rows(page).filter({ hasText: name })).toBeVisible();
});

test('home leads to the search field, and a station is found with the keyboard alone', async ({
  page,
  cabinet,
}) => {
  const { name } = await stationOf(page, cabinet);
  await page.goto('/home');
  const entry = page.getByRole('link', { name: 'Search stations' });
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(heading(page)).toHaveText(/^\d+ stations? found$/);
  // The keyboard of a phone covers the lower half of the page, so the list must be directly below
  // the search field.
  await expect(heading(page)).toBeInViewport();
  const { y = Infinity } = (await heading(page).boundingBox()) ?? {};
  expect(y).toBeLessThan(240);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.getByRole('button', { name: 'Show the list' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText(/\d+ stations? found/);
  const link = rows(page).first().getByRole('link').first();
  for (let stops = 0; stops < 30; stops++) {
    await page.keyboard.press('Tab');
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Home');
});

test('a typed id opens its station, and Back leads to home @slow', async ({ page, cabinet }) => {
  await openSearch(page);
  await field(page).fill(cabinet.id.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/home\\?equip_id=${cabinet.id}$`));
  await page.goBack();
  await expect(page).toHaveTitle('Search nearby stations');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveTitle('Home');
});
