import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Holds the code of the app back, so that home stays painted. Returns a function that lets the code pass. */
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

const painted = (page: Page) => page.locator('[data-painted="home"]');

test('a press that begins on a painted link and ends on the link of the app opens the station once', async ({
  page,
}) => {
  const pass = await holdCode(page);
  await page.goto('/home');
  await expect(painted(page)).toBeVisible();
  const row = page.locator('.st-open').first();
  const name = await page.locator('.st-name').first().innerText();
  await row.hover();
  await page.mouse.down();
  pass();
  await expect(painted(page)).toHaveCount(0);
  await expect(page.locator('.st-open').first()).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test('a press on a painted link that slips to another place opens nothing', async ({ page }) => {
  const pass = await holdCode(page);
  await page.goto('/home');
  await page.locator('.st-open').first().hover();
  await page.mouse.down();
  pass();
  await expect(painted(page)).toHaveCount(0);
  await page.locator('h2').first().hover();
  await page.mouse.up();
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await expect(page).not.toHaveURL(/equip_id/);
});

test('a tap on a painted row opens its station without any script of the app', async ({ page }) => {
  await holdCode(page);
  await page.goto('/home');
  const name = await page.locator('.st-name').first().innerText();
  await page.locator('.st-open').first().click();
  await expect(page).toHaveURL(/equip_id=/);
  await expect(page.locator('.st-title')).toHaveText(name);
});
