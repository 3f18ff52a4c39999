import type { BrowserContext, Page } from 'playwright/test';
import { StationTile } from '../../contract/stations.ts';
import { test } from '../support/badNetwork.ts';
import { expect } from '../support/fixtures.ts';
import { latencyMs } from '../support/networkProxy.ts';
import type { Line } from '../support/networkProxy.ts';
import { untilControlled } from '../support/serviceWorker.ts';

test.use({ installs: true });

/**
 * The time limit from the navigation until the list from the cache is shown, in milliseconds. The limit is long enough
 * for a busy machine.
 */
const paintedWithinMs = 4000;
const offlineText = "You're offline. Saved information is shown.";
const onlineText = "You're back online.";

const rows = (page: Page) => page.locator('.st-row');
/**
 * Returns the rows of stations that have chargers, because a station without chargers has no button to unlock. The list
 * begins with open stations, so the time of day decides which stations are in the list.
 */
const rowsWithChargers = (page: Page) => rows(page).filter({ hasText: /[1-9]\d* chargers?/ });
const pins = (page: Page) =>
  page.getByRole('region', { name: 'Map of stations' }).getByRole('button', { name: /charger/ });
const banner = (page: Page) => page.locator('.notices').getByText(offlineText);

/**
 * Visits home with a good network. Afterwards the service worker controls the page and has cached
 * the app, the stations and the streets.
 */
async function visitOnce(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(rows(page)).toHaveCount(20);
  await expect(pins(page).first()).toBeVisible();
  await untilControlled(page);
  await expect.poll(() => keptPaths(page)).toContain('/api/config');
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => path.includes('/tiles/')).length)
    .toBeGreaterThanOrEqual(4);
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('stations');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
}

interface Seen {
  /**
   * The lowest number of rows after the first rows appeared. If this number is lower than the final
   * number of rows, the list flickered.
   */
  fewestRows: number;
  /** How often `offlineText` has appeared, and how often `onlineText` has appeared. */
  offline: number;
  online: number;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Opens a page that counts its own changes, because a test could miss a change that lasts only a moment. */
async function newVisit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(
    ([offline, online]) => {
      const seen: Seen = { fewestRows: 0, offline: 0, online: 0 };
      const isShown = { offline: false, online: false };
      window.seen = seen;
      const look = () => {
        const found = document.querySelectorAll('.st-row').length;
        if (seen.fewestRows > 0 || found > 0) {
          seen.fewestRows = Math.min(seen.fewestRows === 0 ? found : seen.fewestRows, found);
        }
        const text = document.body?.textContent ?? '';
        for (const [name, sentence] of [
          ['offline', offline],
          ['online', online],
        ] as const) {
          const isThere = text.includes(sentence ?? '');
          if (isThere && !isShown[name]) seen[name] += 1;
          isShown[name] = isThere;
        }
      };
      new MutationObserver(look).observe(document, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    },
    [offlineText, onlineText],
  );
  return page;
}

/**
 * Opens home and expects the 20 cached stations within the time limit. The network does not matter, because the
 * stations come from the cache.
 */
async function expectStoredStations(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(rows(page)).toHaveCount(20, { timeout: paintedWithinMs });
  await expect(pins(page).first()).toBeVisible();
  await expect(page.getByText(/^Updated /).first()).toBeVisible();
  await expect(page).toHaveTitle('Home');
}

/**
 * Calls `goOffline` with the id of the station in the first row. Returns a locator of the text that
 * this row must then show.
 */
async function changeFirst(page: Page, goOffline: (id: string) => Promise<void>) {
  const address = await rows(page).first().getByRole('link').first().getAttribute('href');
  await goOffline(new URL(address ?? '', page.url()).searchParams.get('equip_id') ?? '');
  return rows(page).first().getByText('This station is offline right now');
}

const bad: Line[] = ['offline', 'flaky', 'cut', 'portal'];

for (const line of bad) {
  test(`on a network that is "${line}", the app shows cached stations, and fresh stations as soon as the network is good`, async ({
    page,
    context,
    networkProxy,
    sandbox,
  }) => {
    await visitOnce(page);
    await page.close();
    await networkProxy.become(line);

    const visit = await newVisit(context);
    await expectStoredStations(visit);
    if (line !== 'flaky') await expect(banner(visit)).toBeVisible();

    let changed = '';
    const news = await changeFirst(visit, async (id) => {
      changed = id;
      await sandbox.knobs(id, { offline: true });
    });
    await networkProxy.become('good');
    await expect(news).toBeVisible({ timeout: 30_000 });
    await expect(banner(visit)).toBeHidden();
    await sandbox.knobs(changed, { offline: false });

    const seen = await visit.evaluate(() => window.seen);
    expect(seen.fewestRows).toBe(20);
    if (line !== 'flaky') expect(seen).toMatchObject({ offline: 1, online: 1 });
  });
}

test('a slow network shows cached content at once, updates it later, and shows no offline banner', async ({
  page,
  context,
  networkProxy,
  sandbox,
}) => {
  test.setTimeout(120_000);
  await visitOnce(page);
  await page.close();
  await networkProxy.become('slow');

  const visit = await newVisit(context);
  const began = Date.now();
  await expectStoredStations(visit);
  expect(Date.now() - began).toBeLessThan(latencyMs);

  let changed = '';
  const news = await changeFirst(visit, async (id) => {
    changed = id;
    await sandbox.knobs(id, { offline: true });
  });
  await expect(news).toBeVisible({ timeout: 2 * latencyMs + 10_000 });
  expect(await visit.evaluate(() => window.seen)).toEqual({
    fewestRows: 20,
    offline: 0,
    online: 0,
  });
  await sandbox.knobs(changed, { offline: false });
});

test('a first visit in which half of the requests fail ends with a working list', async ({
  page,
  networkProxy,
}) => {
  test.setTimeout(180_000);
  await networkProxy.become('flaky');
  // The load of the page itself may fail, so reload the page as a user would.
  await expect(async () => {
    await page.goto('/home');
    await expect(rows(page)).toHaveCount(20, { timeout: 2000 });
  }).toPass();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(pins(page).first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 90_000 });
  await rowsWithChargers(page).first().getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible({
    timeout: 30_000,
  });
});

test('the app does not cache broken answers, so the cache still has the answers of the earlier visit', async ({
  page,
  context,
  networkProxy,
}) => {
  await visitOnce(page);
  const before = await cachedBodies(page);
  for (const line of ['cut', 'portal'] as const) {
    await networkProxy.become(line);
    const visit = await newVisit(context);
    await expectStoredStations(visit);
    await expect(banner(visit)).toBeVisible();
    expect(await cachedBodies(visit)).toEqual(before);
    await visit.close();
  }
});

/** Returns the bodies of the answers in the cache `stations`. The keys are the URLs. */
function cachedBodies(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const cache = await caches.open('stations');
    const bodies: Record<string, string> = {};
    for (const { url } of await cache.keys()) {
      bodies[url] = (await (await cache.match(url, { ignoreVary: true }))?.text()) ?? '';
    }
    return bodies;
  });
}

test('a station that was never opened is shown with the data from its tile, without a price', async ({
  page,
  context,
  networkProxy,
}) => {
  await visitOnce(page);
  const row = rowsWithChargers(page).nth(5);
  const address = await row.getByRole('link').first().getAttribute('href');
  const name = await row.locator('.st-name').innerText();
  await page.close();
  await networkProxy.become('offline');

  const visit = await newVisit(context);
  await visit.goto(address ?? '');
  await expect(visit.getByRole('heading', { name })).toBeVisible();
  await expect(visit.getByText('Price unavailable')).toBeVisible();
  await expect(visit.getByText(/^Updated /).first()).toBeVisible();
  await expect(visit.getByText('Payments and unlocking need a connection.')).toBeVisible();
});

for (const line of ['offline', 'portal'] as const) {
  test(`the search finds cached stations on a network that is "${line}"`, async ({
    page,
    context,
    networkProxy,
  }) => {
    await visitOnce(page);
    const bodies = Object.entries(await cachedBodies(page));
    const names = bodies
      .filter(([url]) => url.includes('/tiles/'))
      .flatMap(([, body]) => StationTile.parse(JSON.parse(body)).stations)
      .map(({ name }) => name);
    // Choose a station that the list has not shown.
    const shown = new Set(await rows(page).locator('.st-name').allInnerTexts());
    const name = names.find((one) => !shown.has(one)) ?? '';
    await page.close();
    await networkProxy.become(line);

    const visit = await newVisit(context);
    await visit.goto(`/search?q=${encodeURIComponent(name.slice(0, -1))}`);
    await expect(rows(visit).filter({ hasText: name })).toBeVisible();
    await expect(visit.getByRole('heading', { name: 'Saved stations' })).toBeVisible();
    await expect(visit.getByText(/^Updated /).first()).toBeVisible();
  });
}
