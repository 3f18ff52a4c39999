import type { BrowserContext, Page } from 'playwright/test';
import { test } from '../support/badNetwork.ts';
import { expect, watchTrouble } from '../support/fixtures.ts';
import type { NetworkProxy } from '../support/networkProxy.ts';
import { Rider } from '../support/rider.ts';
import { payRows } from '../screens/rows/pay.ts';
import { personRows } from '../screens/rows/person.ts';
import { promotionRows } from '../screens/rows/promotions.ts';
import { rentalRows } from '../screens/rows/rental.ts';
import { titles } from '../screens/screenPaths.ts';
import type { ScreenContext, Row } from '../screens/screens.ts';
import { screensOffline } from '../screens/rows/offline.ts';
import type { ScreenOffline } from '../screens/rows/offline.ts';

test.use({ installs: true });

// For each screen of the tables, these tests open the screen with its data, go offline, reload the
// page offline, and go online again. All screens of one test share a browser. Therefore the service
// worker answers each visit after the first, as for real users.

const notice = (page: Page) =>
  page.locator('.notices').getByText("You're offline. Saved information is shown.");

/**
 * Waits until the first visit is complete. The service worker has then cached the app, including
 * the pages that need a network.
 */
async function install(page: Page): Promise<void> {
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const cached = () =>
    page.evaluate(async () => {
      const [code, texts] = await Promise.all(
        ['late-code', 'texts'].map((name) => caches.open(name)),
      );
      const online = (await code?.keys())?.filter(({ url }) => url.includes('/online/')) ?? [];
      const chinese = (await texts?.keys())?.filter(({ url }) => url.includes('/zh-CN/')) ?? [];
      return Math.min(online.length, chinese.length);
    });
  await expect.poll(cached, { timeout: 30_000 }).toBeGreaterThan(2);
}

/** Opens another tab of the same browser, in which another rider can log in. */
async function loginTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/api/health');
  return (sessionId: string) =>
    page.evaluate((id) => localStorage.setItem('sessionId', id), sessionId);
}

/**
 * Dispatches the browser's online or offline event, because the proxy does not cause these events.
 */
const announce = (page: Page, event: 'offline' | 'online') =>
  page.evaluate((name) => window.dispatchEvent(new Event(name)), event);

/** Expects that nothing is loading and that the page has a heading. */
async function expectAtRest(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Expects that these buttons, which need the network, are disabled, keep their names, and show a reason. */
async function expectReasons(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button, name).toBeDisabled();
    await expect(button, name).toHaveAccessibleDescription(/connection|offline/);
  }
}

const noConnection = 'No connection. Check your network and try again.';

/**
 * Expects the content of a page that was loaded offline. `before` is the heading of the page when
 * it was online.
 */
async function expectShown(page: Page, { shows, heading }: ScreenOffline, before: string) {
  const missing = page.getByText(noConnection, { exact: true });
  await expect(page.locator('h1')).toHaveText(heading ?? before);
  if (shows === 'nothing') await expect(missing.first()).toBeVisible();
  else if (shows === 'all') await expect(missing).toHaveCount(0);
  else await expect(page.locator('#root').getByText(shows).first()).toBeVisible();
  await expect(page.getByText(/could not be loaded|^Server error/)).toHaveCount(0);
}

interface ScreenCheck {
  place: ScreenContext;
  networkProxy: NetworkProxy;
  trouble: string[];
}

async function checkScreen(
  row: Row,
  address: string,
  { place, networkProxy, trouble }: ScreenCheck,
): Promise<void> {
  const { page } = place;
  const offline: ScreenOffline = screensOffline[row.name] ?? { shows: 'all' };
  const heading = page.locator('h1');

  await page.goto(address);
  await row.reach?.(place);
  // Wait for the title, because the browser shows home until the page has loaded.
  await expect(page).toHaveTitle(titles[row.route][0]);
  await expectAtRest(page);
  const before = await heading.innerText();
  trouble.length = 0;

  await networkProxy.become('offline');
  await announce(page, 'offline');
  await expect(notice(page)).toBeVisible();
  await expect(heading).toHaveText(before);
  await expectAtRest(page);
  await expectReasons(page, offline.stops ?? []);

  await page.goto(address);
  await expect(async () => {
    await announce(page, 'offline');
    await expect(notice(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  if (offline.heading === undefined) await expect(page).toHaveTitle(titles[row.route][0]);
  await expectAtRest(page);
  await expectShown(page, offline, before);

  await networkProxy.become('good');
  await announce(page, 'online');
  await expect(notice(page)).toBeHidden();
  await expectAtRest(page);
  // When the network is back, the page loads its missing content.
  if (!offline.leaves) {
    await expect(heading).toHaveText(before);
    await expect(page).toHaveTitle(titles[row.route][0]);
  }
  await expect(page.getByText(noConnection, { exact: true })).toHaveCount(0);
  expect(trouble.filter((one) => !isLineCut(one))).toEqual([]);
}

/** Returns whether a lost connection explains the console error. Such an error is allowed on any page. */
const isLineCut = (trouble: string) =>
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/.test(
    trouble,
  );

/**
 * Sorts the screens of guests first, because the browser stays logged in after the first screen of
 * a rider.
 */
const guestsFirst = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => Number(b.guest ?? false) - Number(a.guest ?? false));

/**
 * The number of screens in a test. It is small, so that a retry on a slow machine takes little
 * time.
 */
const atOnce = 8;

function groupsOf(rows: readonly Row[]): Row[][] {
  const ordered = guestsFirst(rows);
  return Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, index) =>
    ordered.slice(index * atOnce, (index + 1) * atOnce),
  );
}

for (const rows of [rentalRows, personRows, payRows, promotionRows].flatMap(groupsOf)) {
  test(`offline: ${rows[0]?.name} to ${rows.at(-1)?.name}`, async ({
    page,
    context,
    networkProxy,
    product,
    sandbox,
    supplies,
  }) => {
    // A row takes one or two seconds on an idle machine, and longer on a busy machine.
    test.setTimeout(40_000 + rows.length * 18_000);
    const prepare = async (row: Row) => {
      const place = {
        page,
        sandbox,
        newPhone: () => supplies.nextPhone(),
        cabinet: await supplies.nextCabinet(sandbox),
        otherCabinet: await supplies.nextCabinet(sandbox),
      };
      if (row.guest) return { place, address: await row.address(place), sessionId: null };
      const rider = await Rider.signUp(product, sandbox, supplies.nextPhone());
      const address = await row.address({ ...place, rider });
      return { place, address, sessionId: rider.sessionId };
    };
    /**
     * Starts to prepare the next row while the current row is checked. An error is thrown only
     * where the result is awaited.
     */
    const begin = (row: Row | undefined) => {
      const preparing = row && prepare(row);
      preparing?.catch(() => {});
      return preparing;
    };

    let preparing = begin(rows[0]);
    await install(page);
    const logIn = await loginTab(context);
    const trouble = watchTrouble(page);
    const wrong: string[] = [];
    for (const [index, row] of rows.entries()) {
      const ready = await preparing;
      if (!ready) throw new Error('no row was prepared');
      const { place, address, sessionId } = ready;
      preparing = begin(rows[index + 1]);
      if (sessionId !== null) await logIn(sessionId);
      try {
        await test.step(row.name, () =>
          checkScreen(row, address, { place, networkProxy, trouble }),
        );
      } catch (error) {
        // Collect the failure instead of throwing it, so that the other rows are checked, too.
        wrong.push(`${row.name}: ${String(error)}`);
        await networkProxy.become('good');
      }
      await sandbox.knobs(place.cabinet.id, { reset: true });
    }
    expect(wrong.join('\n\n')).toBe('');
  });
}
