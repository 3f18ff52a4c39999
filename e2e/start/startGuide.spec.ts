import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import type { Cabinet } from '../support/sandbox.ts';
import { axeFindings } from '../screens/axe.ts';
import { addCard, logInWithPhone, main, payAndTake, press, pressNamed } from '../support/steps.ts';

const tip = (page: Page) => page.getByRole('note', { name: 'Tip' });

/** Returns the stored flag of a step from local storage. */
const flag = (page: Page, step: string) =>
  page.evaluate((name) => localStorage.getItem(`onboarding${name}`), step);

/** Expects that the tip of a step appears, and that the app stores the step as done. */
async function expectTip(page: Page, step: string, says: string): Promise<void> {
  await expect(tip(page)).toHaveCount(1);
  await expect(tip(page)).toContainText(says);
  // Content that loads later may move the tip out of the window again.
  await expect
    .poll(
      async () => {
        await tip(page).scrollIntoViewIfNeeded();
        return flag(page, step);
      },
      { intervals: [2000] },
    )
    .toBe('2');
  await expect(tip(page)).toContainText(says);
}

/**
 * Types the station's id on home. The test does not open a link, because the app would treat a link
 * as an arrival by QR code.
 */
async function typeStation(page: Page, { id }: Cabinet): Promise<void> {
  await page.getByRole('link', { name: 'Scan to rent' }).click();
  await page.getByRole('textbox', { name: 'Enter station ID' }).fill(id);
  await pressNamed(page, 'Continue');
}

test.describe('a new user', () => {
  test.use({ newcomer: true });

  test('a new user reads the guide with buttons, by swiping and with keys @all', async ({
    page,
  }) => {
    await page.goto('/home');
    await page.mouse.wheel(0, 40);
    await expectTip(page, 'NewUser', 'New here?');
    await tip(page).getByRole('link', { name: 'Start Guide' }).click();
    await expect(page).toHaveTitle('Start Guide');
    const panels = page.getByRole('region', { name: 'How renting works' });
    const at = (title: string) =>
      expect(panels.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 });
    await at("Scan the station's code");
    await press(
      page.getByRole('button', { name: 'Next' }),
      page.getByText('Step 2 of 4: See the price, then pay'),
    );
    await at('See the price, then pay');
    await expect(panels).toContainText('$1.00 to unlock, then $1.00 per started hour.');

    await panels.hover();
    await page.mouse.wheel(200, 0);
    await expect(page.getByText('Step 3 of 4: Take the charger')).toBeAttached();
    await at('Take the charger');

    await panels.focus();
    await page.keyboard.press('ArrowRight');
    await at('Return it anywhere');
    await expect(page.getByText('Step 4 of 4: Return it anywhere')).toBeAttached();
    expect(await axeFindings(page, 'all')).toEqual([]);
    await page.keyboard.press('Home');
    await at("Scan the station's code");
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Scan to rent' }).click();
    await expect(page).toHaveTitle('Scan');

    // The app shows the guide only once.
    await page.goto('/home');
    await expect(page.locator('.leaflet-container')).toBeVisible();
    await page.reload();
    await expect(page.locator('.leaflet-container')).toBeVisible();
    await expect(tip(page)).toHaveCount(0);
  });

  test('a new user sees each tip once during a first rental, on the right page @all', async ({
    page,
    sandbox,
    cabinet,
    otherCabinet,
    rider,
  }) => {
    // Simulate the install prompt, because Chromium never shows it in the private window of a test.
    await page.addInitScript(() => {
      const prompt = async () => ({ outcome: 'dismissed' });
      const question = Object.assign(new Event('beforeinstallprompt'), { prompt });
      window.addEventListener('load', () => window.dispatchEvent(question));
    });
    await page.goto('/home');
    await page.mouse.wheel(0, 40);
    await expectTip(page, 'NewUser', 'New here?');
    for (const step of ['Card', 'Unlock', 'Cell', 'Charging', 'Add', 'Track', 'Download']) {
      expect(await flag(page, step)).toBe('1');
    }
    await tip(page).getByRole('button', { name: 'Close' }).click();
    await expect(tip(page)).toHaveCount(0);

    await typeStation(page, cabinet);
    await expect(page).toHaveTitle('Unlock changer');
    await expectTip(page, 'Card', 'Add a payment method once');
    await main(page).getByRole('link', { name: 'Add new card' }).click();
    await addCard(page, cards.pays);
    await expect(page).toHaveTitle('Unlock changer');
    await expectTip(page, 'Unlock', 'This is the whole price');
    await payAndTake(page);
    await expectTip(page, 'Cell', 'Look for this number');
    await page.getByRole('link', { name: 'Got it' }).click();

    await expectTip(page, 'Charging', 'any station with a free slot');
    expect(await flag(page, 'Track')).toBe('1');
    await page.getByRole('link', { name: 'Menu' }).click();
    await main(page)
      .getByRole('link', { name: /^Payment/ })
      .click();
    await expectTip(page, 'Add', 'Top up GoCash here');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectTip(page, 'Track', 'Past rentals');

    await sandbox.bringBack(cabinet, otherCabinet);
    await expect(
      page.getByRole('heading', { name: 'You have returned the charger' }),
    ).toBeVisible();
    await expectTip(page, 'Download', 'Unlock in two taps');
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'You have returned the charger' }),
    ).toBeVisible();
    await expect(tip(page)).toHaveCount(0);
    expect(rider.phone).not.toBe('');
  });

  test('a rider who arrives by a QR code sees no tips during the rental @all', async ({
    page,
    cabinet,
    rider,
  }) => {
    await rider.addCard(cards.pays);
    await page.goto(`/home?equip_id=${cabinet.id}`);
    await main(page).getByRole('link', { name: 'Unlock a charger' }).click();
    await expect(page.getByRole('button', { name: 'Pay $1.00 and unlock' })).toBeEnabled();
    await expect.poll(() => flag(page, 'NewUser')).toBe('1');
    await expect(tip(page)).toHaveCount(0);
  });
});

test('stored flags do not change until the user resets the tips in Settings @all', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await page.goto('/setting');
  expect(await flag(page, 'NewUser')).toBe('2');
  expect(await flag(page, 'Card')).toBeNull();
  await pressNamed(page, 'Show tips again');
  await expect(page.getByText('Tips will be shown again.').first()).toBeVisible();
  expect(await flag(page, 'Card')).toBe('1');
  await page.getByRole('link', { name: /^Start Guide/ }).click();
  await page.getByRole('link', { name: 'Skip' }).click();
  await expectTip(page, 'NewUser', 'New here?');
});

test('an unlock that was interrupted by the login or by a reload continues with one tap @all', async ({
  page,
  sandbox,
  phone,
  cabinet,
}) => {
  const goOn = page.getByRole('link', { name: /^Continue unlocking at (?!.*[A-Z0-9]{7}$)/ });
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await main(page).getByRole('link', { name: 'Unlock a charger' }).click();
  await expect(page).toHaveTitle('Log in');
  await page.goto('/home');
  await goOn.click();
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Unlock changer');
  await expect(main(page)).toContainText(`Station ${cabinet.id}`);

  await page.goto('/home');
  await goOn.click();
  await expect(page).toHaveTitle('Unlock changer');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  await expect(page.getByText(/Continue unlocking/)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('shopId'))).toBe(cabinet.id);
});
