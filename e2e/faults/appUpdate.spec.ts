import { rm } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { type Build, firstBuild, makeBrokenBuild, makeSecondBuild } from '../support/builds.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { untilControlled } from '../support/serviceWorker.ts';
import { main } from '../support/steps.ts';

/** These tests deploy while tabs are open: the real server restarts with another build. */

interface Deploys {
  /**
   * Restarts the server with the second build, and returns this build. The next call uses the first build, and so on.
   */
  next: () => Promise<Build>;
  /** Restarts the server with an incomplete copy of the build that `next` would use: one file is missing. */
  broken: () => Promise<void>;
}

const test = base.extend<object, { deploy: Deploys; second: Build }>({
  second: [
    async ({}, use) => {
      await use(await makeSecondBuild());
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  deploy: [
    async ({ product, second }, use) => {
      let served = firstBuild;
      const other = () => (served === firstBuild ? second : firstBuild);
      const start = async ({ distDir }: Build) => {
        product.configure({ DIST_DIR: distDir });
        await product.stop();
        await product.start();
      };
      const made: Build[] = [];
      await use({
        async next() {
          served = other();
          await start(served);
          return served;
        },
        async broken() {
          const broken = await makeBrokenBuild(other());
          made.push(broken);
          await start(broken);
        },
      });
      for (const { distDir } of made) await rm(distDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

// These tests restart the server on the embedded database. This is the harder case, because only
// one process at a time can open that database.
test.use({ installs: true, embedded: true });

// Run all tests in one Playwright worker, because each worker would make the second build again.
test.describe.configure({ mode: 'default', timeout: 180_000 });

/**
 * Time limit for an installation, in milliseconds. A version has more than a hundred files, and a busy machine is slow.
 */
const installMs = 60_000;

const banner = (page: Page) => page.locator('.notices').getByText('New version ready');
const inBanner = (page: Page, name: string) =>
  page.locator('.notices').getByRole('button', { name, exact: true });

/** Opens a page and waits until a service worker controls it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilControlled(page);
}

/** Navigates as a link of the app does, without loading a new document. */
async function goTo(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).toHaveTitle(title);
}

/**
 * Moves the clock forward and makes the page visible again, as if it had been in the background for
 * hours.
 */
async function comeBackAfter(page: Page, hours: number): Promise<void> {
  await page.evaluate((milliseconds) => {
    const { now } = Date;
    Date.now = () => now() + milliseconds;
    document.dispatchEvent(new Event('visibilitychange'));
  }, hours * 3600_000);
}

/**
 * Presses "Update" until the page has the new version. Chromium sometimes does not activate a waiting service worker.
 * The app then shows the button again. Dispatches the click as an event, because a mouse click would scroll to the
 * button.
 */
async function update(page: Page, tab: { version: string }, version: string): Promise<void> {
  await expect(async () => {
    const button = inBanner(page, 'Update');
    if ((await button.count()) > 0) {
      await button.dispatchEvent('click', undefined, { timeout: 500 });
    }
    expect(tab.version).toBe(version);
  }).toPass({ timeout: 40_000 });
}

/** Records the version of the page's code and the number of page loads. */
function follow(page: Page) {
  const seen = { version: '', loads: 0 };
  page.on('request', (request) => {
    seen.version = request.headers()['x-app-version'] ?? seen.version;
  });
  page.on('domcontentloaded', () => {
    seen.loads += 1;
  });
  return seen;
}

test('after a deploy an open tab works, offers the update at a suitable moment, and keeps its scroll position and draft', async ({
  page,
  rider,
  deploy,
  browser,
  baseURL,
}) => {
  expect(rider.sessionId).not.toBe('');
  await open(page, '/help');
  // Without a service worker, a page has only the files that the server still serves.
  const bare = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await bare.goto('/menu');
  await expect(main(bare).getByRole('link', { name: /^Settings/ })).toBeVisible();
  const bareTab = follow(bare);

  const { version } = await deploy.next();
  await comeBackAfter(page, 1);
  await expect(banner(page)).toBeVisible({ timeout: installMs });
  // During the restart, the status region also shows messages about the connection. Ignore these
  // messages.
  const notice = page.getByRole('status').getByText('New version ready', { exact: true });
  await expect(notice).toHaveCount(1);
  const tab = follow(page);

  await test.step('the open tab can open pages of the old build that were not opened before', async () => {
    // The app prefetches linked pages, so use a page to which no open page links.
    const code = bare.waitForResponse(/\/assets\/legal-.*\.js$/);
    await goTo(bare, '/setting/legal/terms', 'Terms');
    expect((await code).status()).toBe(200);
    await expect(main(bare).locator('h2').first()).toBeVisible();
    expect(bareTab.loads).toBe(0);
    await bare.close();
    await goTo(page, '/startGuide', 'Start Guide');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeVisible();
  });

  await test.step('no update is offered during payments, while the camera is active, or while the user types', async () => {
    await goTo(page, '/payment', 'Payment');
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await goTo(page, '/home/scan', 'Scan');
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await goTo(page, '/help', 'Help center');
    await expect(banner(page)).toBeVisible();
    await goTo(page, '/help/report', 'Report a problem');
    await page.getByRole('textbox', { name: /^What happened\?/ }).fill('The door is bent');
    await expect(banner(page)).toBeHidden();
    await page.goBack();
    await expect(banner(page)).toBeVisible();
  });

  await test.step('"Later" hides the offer for this visit only', async () => {
    await inBanner(page, 'Later').click();
    await expect(banner(page)).toBeHidden();
    await goTo(page, '/menu', 'Menu');
    await comeBackAfter(page, 1);
    await expect(banner(page)).toBeHidden();
    await comeBackAfter(page, 9);
    await expect(banner(page)).toBeVisible();
  });

  await test.step('"Update" reloads the page once, at the same address and scroll position', async () => {
    await goTo(page, '/setting/legal/terms', 'Terms');
    const lines = main(page).locator('h2');
    const line = lines.nth(5);
    await line.evaluate((text) => text.scrollIntoView({ block: 'start' }));
    const at = () => line.evaluate((text) => Math.round(text.getBoundingClientRect().top));
    const before = await at();
    expect(tab.loads).toBe(0);
    await update(page, tab, version);
    await expect(page).toHaveTitle('Terms');
    await expect.poll(async () => Math.abs((await at()) - before)).toBeLessThanOrEqual(2);
    await expect(banner(page)).toBeHidden();
    await goTo(page, '/help/report', 'Report a problem');
    await expect(page.getByRole('textbox', { name: /^What happened\?/ })).toHaveValue(
      'The door is bent',
    );
    expect(tab.loads).toBe(1);
  });
});

test('an update waits while another tab pays, and the paying tab gets the new version when it opens its next page', async ({
  page,
  context,
  rider,
  sandbox,
  cabinet,
  deploy,
}) => {
  await rider.addCard(cards.pays);
  await open(page, '/help');
  const paying = await context.newPage();
  await open(paying, '/help');
  const { version } = await deploy.next();
  await expect.poll(async () => (await rider.station(cabinet.id)).online).toBe(true);
  await comeBackAfter(page, 1);
  await expect(banner(page)).toBeVisible({ timeout: installMs });
  await expect(banner(paying)).toBeVisible();
  await sandbox.knobs(cabinet.id, { answerDelayMs: 6000 });
  const [tab, payingTab] = [follow(page), follow(paying)];
  const events: string[] = [];
  page.on('domcontentloaded', () => events.push('taken over'));
  paying.on('framenavigated', (frame) => {
    if (frame === paying.mainFrame()) events.push(new URL(frame.url()).pathname);
  });

  await goTo(paying, `/payment/unlockChanger?equip_id=${cabinet.id}`, 'Unlock changer');
  await paying.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(paying.getByRole('listitem').filter({ hasText: /^Opening slot/ })).toBeVisible();
  await inBanner(page, 'Update').click();
  await expect(inBanner(page, 'Update')).toHaveAttribute('aria-busy', 'true');
  await expect(banner(paying)).toBeHidden();

  // The service worker of the old version stays active until the cabinet has ejected the charger.
  await expect.poll(() => tab.version, { timeout: 40_000 }).toBe(version);
  expect(events).toContain('/home/rent/success');
  expect(events.at(-1)).toBe('taken over');
  // The page of the rider who paid does not reload while it is visible.
  await expect(paying).toHaveTitle('Take your charger');
  expect(payingTab.loads).toBe(0);
  await goTo(paying, '/home', 'Home');
  await expect.poll(() => payingTab.version).toBe(version);
  await expect(paying).toHaveTitle('Home');
  expect([tab.loads, payingTab.loads]).toEqual([1, 1]);
});

test('a tab that was just opened gets the new version at once, and a tab with a draft waits until its next page', async ({
  page,
  context,
  rider,
  deploy,
}) => {
  expect(rider.sessionId).not.toBe('');
  await open(page, '/share');
  const field = page.getByRole('textbox', { name: 'Coupon code' });
  await field.fill('WELCOME');
  const { version } = await deploy.next();
  const tab = follow(page);
  await comeBackAfter(page, 1);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state), {
      timeout: installMs,
    })
    .toBe('installed');
  await expect(banner(page)).toBeHidden();

  const opened = await context.newPage();
  const openedTab = follow(opened);
  await opened.goto('/home');
  await expect.poll(() => openedTab.loads, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => openedTab.version).toBe(version);
  await expect(opened.getByRole('listitem').first()).toBeVisible();
  await expect(banner(opened)).toBeHidden();
  expect(openedTab.loads).toBe(2);

  await expect(field).toHaveValue('WELCOME');
  await expect(banner(page)).toBeHidden();
  expect(tab.loads).toBe(0);
  await goTo(page, '/help', 'Help center');
  await expect.poll(() => tab.version).toBe(version);
  expect(tab.loads).toBe(1);
});

test('a version that cannot be installed completely changes nothing, and the next version is installed', async ({
  page,
  deploy,
}) => {
  await open(page, '/menu');
  await deploy.broken();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        document.documentElement.dataset['installed'] = installing.state;
      });
    });
  });
  await comeBackAfter(page, 1);
  await expect(page.locator('html')).toHaveAttribute('data-installed', 'redundant', {
    timeout: installMs,
  });
  await expect(banner(page)).toBeHidden();
  await goTo(page, '/setting', 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const tab = follow(page);

  const { version } = await deploy.next();
  await comeBackAfter(page, 1);
  await expect(banner(page)).toBeVisible({ timeout: installMs });
  await update(page, tab, version);
  expect(tab.loads).toBe(1);
});
