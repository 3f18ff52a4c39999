import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

test.use({ newcomer: true });

const tip = (page: Page) => page.getByRole('note', { name: 'Tip' });

test('the tips on home differ before, during and after a rental @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  // The greeting appears only after the first tap on the page.
  await page.getByRole('heading', { level: 2 }).first().click();
  await expect(tip(page)).toContainText('New here?');

  const { id } = await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(tip(page)).toContainText('You can return the charger to any station');
  await tip(page).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(tip(page)).toContainText('You see the time and the cost here.');

  // The rider claims that the charger is back, so the app must no longer give tips about the return and the running
  // time.
  await sandbox.knobs(cabinet.id, { offline: true });
  await page.evaluate(() => {
    for (const step of ['onboardingCharging', 'onboardingTrack']) localStorage.setItem(step, '1');
  });
  await page.reload();
  await expect(tip(page)).toContainText('You can return the charger to any station');
  await page.getByRole('button', { name: 'I returned it' }).click();
  await expect(page.getByRole('heading', { name: 'We are checking the station' })).toBeVisible();
  await expect(tip(page)).toHaveCount(0);

  await sandbox.knobs(cabinet.id, { offline: false });
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'complete');
  await page.reload();
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await expect(tip(page).filter({ hasText: /time and the cost|any station/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  await page.getByRole('heading', { level: 2 }).first().click();
  await expect(tip(page).filter({ hasText: 'New here?' })).toHaveCount(0);
});
