import { type Page, expect } from 'playwright/test';
import { slotOnScreen } from './steps.ts';

/**
 * Makes the app believe that the device has Apple Pay: before the payment, the app checks only whether
 * `ApplePaySession` exists.
 */
export async function hasApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: () => undefined });
  });
}

export const payWithApplePay = (page: Page) =>
  page.getByRole('button', { name: 'Pay $1.00 with Apple Pay' });

export const confirm = (page: Page) =>
  page.frameLocator('iframe').getByRole('button', { name: /^Use this/ });

/** The app treats two presses in quick succession as one press, so press until the sheet of the wallet appears. */
export async function openWallet(page: Page): Promise<void> {
  const frame = page.locator('iframe');
  await expect(async () => {
    if (!(await frame.isVisible())) await payWithApplePay(page).click({ timeout: 1000 });
    await expect(frame).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/**
 * Pays with one tap on the sheet of the station, and one in the sheet of the wallet. Returns the number of the slot.
 */
export async function payInTwoTaps(page: Page): Promise<number> {
  await openWallet(page);
  await confirm(page).click();
  await expect(page).toHaveTitle('Take your charger');
  return slotOnScreen(page);
}
