import type { BrowserContext, Page } from 'playwright/test';
import { test } from '../support/badNetwork.ts';
import { expect, watchTrouble } from '../support/fixtures.ts';
import type { NetworkProxy } from '../support/networkProxy.ts';
import { Rider } from '../support/rider.ts';
import { payRows } from '../screens/rows/pay.ts';
import { personRows } from '../screens/rows/person.ts';
import { promotionRows } from '../screens/rows/promotions.ts';
import { rentalRows } from '../screens/rows/rental.ts';
import type { Place, Row } from '../screens/screens.ts';
import { screensOffline } from '../screens/rows/offline.ts';
import type { ScreenOffline } from '../screens/rows/offline.ts';

test.use({ installs: true });

// Every screen of the tables is opened with its data; then the line is cut under the open page, the page
// is opened anew without it, and the line comes back. One browser walks through a table: each visit to
// the app after the first is served by its worker, as it is to everybody.

const notice = (page: Page) =>
  page.locator('.notices').getByText("You're offline. Saved information is shown.");

/** The first visit is over: the worker holds the app, with the pages that need a network. */
async function install(page: Page): Promise<void> {
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const kept = () =>
    page.evaluate(async () => {
      const [code, texts] = await Promise.all(
        ['late-code', 'texts'].map((name) => caches.open(name)),
      );
      const online = (await code?.keys())?.filter(({ url }) => url.includes('/online/')) ?? [];
      const chinese = (await texts?.keys())?.filter(({ url }) => url.includes('/zh-CN/')) ?? [];
      return Math.min(online.length, chinese.length);
    });
  await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThan(2);
}

/** Another tab of the same browser, in which somebody else logs in. */
async function loginTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/api/health');
  return (sessionId: string) =>
    page.evaluate((id) => localStorage.setItem('sessionId', id), sessionId);
}

/** As the browser tells it besides; it is a hint, and cutting the line here does not give it. */
const tell = (page: Page, event: 'offline' | 'online') =>
  page.evaluate((name) => window.dispatchEvent(new Event(name)), event);

/** Nothing is waited for any more that cannot come, and something is there. */
async function expectAtRest(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** What needs the network keeps its name, and says why it does nothing. */
async function expectReasons(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button, name).toBeDisabled();
    await expect(button, name).toHaveAccessibleDescription(/connection|offline/);
  }
}

const noConnection = 'No connection. Check your network and try again.';

/** What a page that was opened without the network shows of what it showed with it. */
async function expectShown(page: Page, { shows, heading }: ScreenOffline, before: string) {
  const missing = page.getByText(noConnection, { exact: true });
  await expect(page.locator('h1')).toHaveText(heading ?? before);
  if (shows === 'nothing') await expect(missing.first()).toBeVisible();
  else if (shows === 'all') await expect(missing).toHaveCount(0);
  else await expect(page.locator('#root').getByText(shows).first()).toBeVisible();
  await expect(page.getByText(/could not be loaded|^Server error/)).toHaveCount(0);
}

interface Walk {
  place: Place;
  networkProxy: NetworkProxy;
  trouble: string[];
}

async function walk(
  row: Row,
  address: string,
  { place, networkProxy, trouble }: Walk,
): Promise<void> {
  const { page } = place;
  const offline: ScreenOffline = screensOffline[row.name] ?? { shows: 'all' };
  const heading = page.locator('h1');

  await page.goto(address);
  await row.reach?.(place);
  // Until then the page that the worker keeps is that of home.
  await expect(page).toHaveTitle(row.title[0]);
  await expectAtRest(page);
  const before = await heading.innerText();
  trouble.length = 0;

  await networkProxy.become('offline');
  await tell(page, 'offline');
  await expect(notice(page)).toBeVisible();
  await expect(heading).toHaveText(before);
  await expectAtRest(page);
  await expectReasons(page, offline.stops ?? []);

  await page.goto(address);
  await expect(async () => {
    await tell(page, 'offline');
    await expect(notice(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  if (offline.heading === undefined) await expect(page).toHaveTitle(row.title[0]);
  await expectAtRest(page);
  await expectShown(page, offline, before);

  await networkProxy.become('good');
  await tell(page, 'online');
  await expect(notice(page)).toBeHidden();
  await expectAtRest(page);
  // None stays without what it lacked.
  if (!offline.leaves) {
    await expect(heading).toHaveText(before);
    await expect(page).toHaveTitle(row.title[0]);
  }
  await expect(page.getByText(noConnection, { exact: true })).toHaveCount(0);
  expect(trouble.filter((one) => !isLineCut(one))).toEqual([]);
}

/** What a cut line leaves in the console of any page. */
const isLineCut = (trouble: string) =>
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/.test(
    trouble,
  );

/** After them, somebody is always logged in, in one browser. */
const guestsFirst = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => Number(b.guest ?? false) - Number(a.guest ?? false));

/** So few that a stall of the machine costs little to repeat. */
const atOnce = 8;

function groupsOf(rows: readonly Row[]): Row[][] {
  const ordered = guestsFirst(rows);
  return Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, index) =>
    ordered.slice(index * atOnce, (index + 1) * atOnce),
  );
}

for (const rows of [rentalRows, personRows, payRows, promotionRows].flatMap(groupsOf)) {
  test(`without a network: ${rows[0]?.name} to ${rows.at(-1)?.name}`, async ({
    page,
    context,
    networkProxy,
    product,
    sandbox,
    supplies,
  }) => {
    // On a machine that does nothing else it takes a second or two for each row.
    test.setTimeout(40_000 + rows.length * 12_000);
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
    /** Begun while the one before is looked at; what goes wrong is told to whoever waits for it. */
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
      if (!ready) throw new Error('nothing was prepared');
      const { place, address, sessionId } = ready;
      preparing = begin(rows[index + 1]);
      if (sessionId !== null) await logIn(sessionId);
      try {
        await test.step(row.name, () => walk(row, address, { place, networkProxy, trouble }));
      } catch (error) {
        // The others are looked at all the same.
        wrong.push(`${row.name}: ${String(error)}`);
        await networkProxy.become('good');
      }
      await sandbox.knobs(place.cabinet.id, { reset: true });
    }
    expect(wrong.join('\n\n')).toBe('');
  });
}
