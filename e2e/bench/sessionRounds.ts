import { type Locator, type Page, expect as baseExpect } from 'playwright/test';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';
import { main } from '../support/steps.ts';

/**
 * The parts of a long session. The app is opened once, and each part ends on home, so that the page
 * is never loaded again.
 */

/**
 * Waits for up to a minute, because the simulated phone is slow. This benchmark does not measure
 * speed.
 */
export const expect = baseExpect.configure({ timeout: 60_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const map = (page: Page) => page.getByRole('region', { name: 'Map of stations' });
const rows = (page: Page) => page.locator('.st-row');
const receipt = (page: Page) => button(page, 'Download as image');

/** The map, which home shows while the rider has no charger. */
export const freeHome = (page: Page): Locator => map(page);
/** The clock, which home shows while the rider has a charger. */
export const rentalClock = (page: Page): Locator => page.getByRole('timer');

/** Clicks `target`, and waits until `outcome` is visible. */
async function click(target: Locator, outcome: Locator): Promise<void> {
  await target.click();
  await expect(outcome).toBeVisible();
}

async function back(page: Page, outcome: Locator): Promise<void> {
  await click(button(page, 'Back'), outcome);
}

/** Presses Back until home is visible. */
async function backHome(page: Page, home: Locator): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  while (!(await home.isVisible())) {
    const before = (await title.textContent()) ?? '';
    await button(page, 'Back').click();
    await expect(title.filter({ hasText: before })).toBeHidden();
    await expect(home.or(button(page, 'Back')).first()).toBeVisible();
  }
}

async function drag(page: Page, by: { x: number; y: number }): Promise<void> {
  const box = await map(page).boundingBox();
  if (!box) throw new Error('The map is not visible');
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + by.x, start.y + by.y, { steps: 10 });
  await page.mouse.up();
}

/** Moves the map, zooms it, opens two stations, and closes each of them. */
export async function useMap(page: Page): Promise<void> {
  const close = link(page, 'Close station');
  // After the previous round, the list may still cover the map.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  for (const by of [
    { x: 90, y: 40 },
    { x: -120, y: 20 },
    { x: 30, y: -60 },
  ]) {
    await drag(page, by);
  }
  await button(page, 'Zoom out').click();
  await button(page, 'Zoom in').click();
  for (const index of [0, 1]) {
    await click(rows(page).nth(index).getByRole('link').first(), close);
    await click(close, rows(page).first());
  }
}

/** Rents the charger with the saved card, from home to the screen of the running rental. */
export async function startRental(page: Page, cabinet: Cabinet): Promise<void> {
  await click(link(page, 'Search stations'), page.getByRole('searchbox'));
  await page.getByRole('searchbox').fill(cabinet.id);
  await click(rows(page).first().getByRole('link').first(), link(page, 'Unlock a charger'));
  await click(link(page, 'Unlock a charger'), button(page, 'Pay $1.00 and unlock'));
  await button(page, 'Pay $1.00 and unlock').click();
  await expect(page).toHaveTitle('Take your charger', { timeout: 60_000 });
  await click(link(page, 'Got it'), rentalClock(page));
}

/** Looks at the running rental, and searches for a place to return the charger. */
export async function watchRental(page: Page): Promise<void> {
  const close = link(page, 'Close station');
  // Wait for the search field and not for rows, because home has rows, too.
  const search = page.getByRole('searchbox');
  await click(link(page, 'Find a return slot'), search);
  await click(rows(page).first().getByRole('link').first(), close);
  await click(close, search);
  await back(page, rentalClock(page));
}

/** Returns the charger, opens the receipt and goes back to home with its map. */
export async function endRental(
  page: Page,
  { sandbox, cabinet, other }: { sandbox: Sandbox; cabinet: Cabinet; other: Cabinet },
): Promise<void> {
  await sandbox.bringBack(cabinet, other);
  await click(link(page, 'View receipt'), receipt(page));
  await back(page, button(page, 'Done'));
  await click(button(page, 'Done'), freeHome(page));
}

/** Opens two receipts of the history. */
export async function readHistory(page: Page, home: Locator): Promise<void> {
  const orders = main(page).getByRole('listitem');
  await click(link(page, 'Menu'), link(page, /^Order history/));
  await click(link(page, /^Order history/), orders.first());
  // The first order may still be running.
  for (const index of [1, 2]) {
    await click(orders.nth(index).getByRole('link'), receipt(page));
    await back(page, orders.first());
  }
  await backHome(page, home);
}

/** Opens the settings and changes the theme twice. */
export async function useSettings(page: Page, home: Locator): Promise<void> {
  const black = page.getByRole('radio', { name: 'Black' });
  await click(link(page, 'Menu'), link(page, /^Settings/));
  await click(link(page, /^Settings/), black);
  await black.check();
  await page.getByRole('radio', { name: 'Light' }).check();
  await backHome(page, home);
}
