import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

/**
 * Presses Tab until the target has the focus. The limit is high, because the list of the twenty
 * nearest stations may come before the target.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(target)} cannot be reached by Tab`);
}

test('the focus stays on the same link when the app replaces the painted page @all', async ({
  page,
}) => {
  let release = () => {};
  const code = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/start-.*\.js/, async (route) => {
    await code;
    await route.continue();
  });
  await page.goto('/home');
  const link = page.getByRole('link', { name: 'Scan to rent' });
  await link.focus();
  release();
  await expect(page.locator('[data-painted="home"]')).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('a charger is rented with the keyboard alone @slow', async ({ page, rider, cabinet }) => {
  await rider.addCard(cards.pays);
  await rider.addCard(cards.declined);
  await page.goto('/home');
  await tabTo(page, page.getByRole('link', { name: 'Scan to rent' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveTitle('Scan');
  await tabTo(page, page.getByRole('textbox', { name: 'Enter station ID' }));
  await page.keyboard.type(cabinet.id);
  await page.keyboard.press('Enter');

  await expect(page).toHaveTitle('Unlock changer');
  await tabTo(page, page.getByRole('radio', { name: /0002/ }));
  // The order is: the selected card, Apple Pay, Google Pay, the other card. Apple Pay and Google
  // Pay load later.
  await expect(page.getByRole('radio', { name: 'Google Pay' })).toBeVisible();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Pay $1.00 and unlock' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveTitle('Take your charger');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Got it' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Home');
  await expect(page.getByText('Charging...').first()).toBeVisible();
});
