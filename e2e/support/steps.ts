import { type Locator, type Page, expect } from 'playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Steps that several journeys share. They use only visible elements. */

export const main = (page: Page): Locator => page.getByRole('main');

/** Presses the button with exactly this name. */
export const pressNamed = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Logs in on the page for the phone number. Afterwards the app shows the page that required the
 * login.
 */
export async function logInWithPhone(page: Page, sandbox: Sandbox, phone: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone.replace('+1', ''));
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveTitle('Enter the code');
  await enterCode(page, await sandbox.code(phone));
}

/**
 * Enters the whole code at once, as the keyboard of a phone does. The app then verifies the code
 * automatically.
 */
export async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Verification code' });
  await field.clear();
  await field.fill(code);
}

/** Fills in the provider's form in its frame, and the app's own fields below the frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('[autocomplete="cc-number"]').fill(number);
  await frame.locator('[autocomplete="cc-name"]').fill('Alex Rider');
  await frame.locator('[autocomplete="cc-exp"]').fill('12/30');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('60601');
}

export async function addCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Add card' }).click();
}

/** Opens the unlock page of the station, and pays with the default card. */
export async function payFor(page: Page, stationId: string): Promise<void> {
  await page.goto(`/payment/unlockChanger?equip_id=${stationId}`);
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
}

/** Returns the number of the slot that the success screen shows. */
export async function slotOnScreen(page: Page): Promise<number> {
  const spoken = page.getByText(/^Success\. Take the charger from slot \d+/);
  return Number((await spoken.textContent())?.replace(/\D/g, ''));
}

/**
 * Pays for the station on the screen and waits for the charger. Returns the number of the charger's
 * slot.
 */
export async function payAndTake(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page).toHaveTitle('Take your charger');
  return slotOnScreen(page);
}

/**
 * Presses until the expected result appears, because the app ignores a second press within 300 ms
 * of the first.
 */
export async function press(button: Locator, outcome: Locator): Promise<void> {
  let isPressed = false;
  // Wait for the button before the first press. Otherwise the click below could wait too long for
  // the button, and report a time-out although it has pressed the button.
  await expect(button).toBeVisible();
  await expect(async () => {
    // Do not press again if the result appeared late, because the button may no longer exist.
    if (!isPressed || !(await outcome.isVisible())) {
      if (!isPressed) await button.waitFor({ timeout: 1000 });
      // The page may handle a press although Playwright reports a time-out of the click.
      isPressed = true;
      await button.click({ timeout: 1000 });
    }
    await expect(outcome).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Expects that the element is in the window, and that nothing covers its first and its last line. */
export async function expectInFirstView(element: Locator): Promise<void> {
  await expect
    .poll(
      () =>
        element.evaluate((shown) => {
          const { left, right, top, bottom } = shown.getBoundingClientRect();
          return [top + 2, bottom - 2].every((y) => {
            const hit = document.elementFromPoint((left + right) / 2, y);
            return hit !== null && (shown.contains(hit) || hit.contains(shown));
          });
        }),
      { message: `${String(element)} is in the first view` },
    )
    .toBe(true);
}
