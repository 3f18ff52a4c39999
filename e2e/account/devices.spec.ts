import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { Rider } from '../support/rider.ts';
import { expectScreenInOrder } from '../screens/screenChecks.ts';
import { logInWithPhone } from '../support/steps.ts';

const signedOut = "You've been logged out. Log in again to continue.";

/** Stores the session in local storage. The next page of the app uses the session. */
async function storeSession(page: Page, { sessionId }: Rider): Promise<void> {
  await page.goto('/no/such/page');
  await page.evaluate((id) => localStorage.setItem('sessionId', id), sessionId);
}

test('a device that was signed out by another device shows the login, and shows its page again after a login @slow', async ({
  page,
  browser,
  baseURL,
  product,
  sandbox,
  phone,
  rider,
}) => {
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const laptop = await elsewhere.newPage();
  await sandbox.advance(31);
  await storeSession(laptop, await Rider.signUp(product, sandbox, phone));
  await laptop.goto('/history');
  await expect(laptop.getByText('No orders yet')).toBeVisible();

  expect(rider.phone).toBe(phone);
  await page.goto('/setting');
  await page.getByRole('link', { name: /^Devices/ }).click();
  const list = page.getByRole('list', { name: 'Devices' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This device')).toBeVisible();
  await list.getByRole('button', { name: /^Log out/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await expect(laptop).toHaveTitle('Log in');
  await expect(laptop.getByText(signedOut).first()).toBeVisible();
  await expectScreenInOrder(laptop, 'en');
  await laptop.getByRole('button', { name: 'Continue with phone' }).click();
  await sandbox.advance(31);
  await logInWithPhone(laptop, sandbox, phone);
  await expect(laptop).toHaveTitle('Order history');
  await expect(laptop.getByText(signedOut)).toHaveCount(0);
  await elsewhere.close();
});

test('tabs log in and out together @all', async ({ page, context, sandbox, phone }) => {
  const other = await context.newPage();
  await other.goto('/history');
  await expect(other).toHaveTitle('Log in');

  await page.goto('/login/loginWithPhone?next=/menu');
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Menu');
  await expect(other).toHaveTitle('Order history');

  await page.goto('/setting');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveTitle('Home');
  await expect(other).toHaveTitle('Log in');
  await expect(other.getByText(signedOut).first()).toBeVisible();
});
