import { type Page, expect } from 'playwright/test';
import { test } from '../support/fixtures.ts';
import { cards, Rider } from '../support/rider.ts';
import { fillCard, logInWithPhone, press, slotOnScreen } from '../support/steps.ts';

/** A device with Apple Pay, as far as the app can know before the payment. */
async function hasApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: class {} });
  });
}

const payWithApplePay = (page: Page) =>
  page.getByRole('button', { name: 'Pay $1.00 with Apple Pay' });

const confirm = (page: Page) =>
  page.frameLocator('iframe').getByRole('button', { name: /^Use this/ });

/** The first tap on the sheet of the station, and the second in the sheet of the wallet. */
async function payInTwoTaps(page: Page): Promise<number> {
  await press(payWithApplePay(page), page.locator('iframe'));
  await confirm(page).click();
  await expect(page).toHaveTitle('Take your charger');
  return slotOnScreen(page);
}

test('a guest with a wallet has a charger after two taps, and binds a new phone afterwards', async ({
  page,
  sandbox,
  phone,
  cabinet,
  otherCabinet,
}) => {
  await hasApplePay(page);
  await page.goto(`/?equip_id=${cabinet.id}`);
  await expect(page.getByText(/^\$21\.00 is held on your card, not charged/)).toBeVisible();
  const slot = await payInTwoTaps(page);
  const charger = cabinet.slots.find((place) => place.slot === slot)?.charger;
  expect(await sandbox.takenSince(cabinet)).toEqual([charger]);

  // The question can be skipped.
  const receipt = page.getByRole('link', { name: /^Add your phone number for your receipt/ });
  await expect(receipt).toBeVisible();
  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page.getByText('Charging...').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Charging...').first()).toBeVisible();

  await receipt.click();
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Home');
  await expect(page.getByText('Charging...').first()).toBeVisible();
  await expect(receipt).toBeHidden();

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await page.goto('/history');
  await expect(page.getByText('$2.00').first()).toBeVisible();
});
