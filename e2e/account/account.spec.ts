import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { RiderData } from '../../contract/profile.ts';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

test.use({ installs: true });

/** Requests the deletion of the account and confirms it. */
async function deleteAccount(page: Page): Promise<void> {
  await page.goto('/setting');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question).toContainText('Past orders and payments stay in our records');
  await question.getByRole('button', { name: 'Delete account' }).click();
}

test('the rider downloads all personal data as a file @slow', async ({ page, rider }) => {
  await page.goto('/setting');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
  const { user, termsAcceptances, chargebacks } = RiderData.parse(data);
  expect(user.phone).toBe(rider.phone);
  expect(termsAcceptances).toHaveLength(1);
  expect(chargebacks).toEqual([]);
  await expect(page.getByText('Your data is downloaded.').first()).toBeVisible();
});

test('an account with a rental in progress cannot be deleted, and the page links to the order @all', async ({
  page,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await deleteAccount(page);
  const refusal = page.getByRole('alertdialog', { name: "Your account can't be deleted yet" });
  await expect(refusal).toContainText('Return the charger first.');
  await refusal.getByRole('link', { name: 'See the order' }).click();
  await expect(page).toHaveTitle('Order receipt');
  await expect(page.getByText(cabinet.id).or(page.getByText('Charging...')).first()).toBeVisible();
});

test('an account with an unpaid order cannot be deleted @all', async ({
  page,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.failsLater);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'unpaid');
  await deleteAccount(page);
  const refusal = page.getByRole('alertdialog', { name: "Your account can't be deleted yet" });
  await expect(refusal).toContainText('Pay it first.');
  await refusal.getByRole('button', { name: 'OK' }).click();
  await expect(refusal).toBeHidden();
});

test('after the deletion of an account, home shows a guest and all sessions of the account have ended @all', async ({
  page,
  rider,
}) => {
  await deleteAccount(page);
  await expect(page.getByText('Your account is deleted.').first()).toBeVisible();
  await expect(page).toHaveTitle('Home');
  expect((await rider.call('GET', paths.me)).status).toBe(401);
  await page.goto('/menu');
  await expect(page.getByText('Guest')).toBeVisible();
  const stored = await page.evaluate(() => [
    localStorage.getItem('sessionId'),
    sessionStorage.getItem('userDetail'),
  ]);
  expect(stored).toEqual([null, null]);
});
