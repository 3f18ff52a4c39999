import { expect, test } from '../support/fixtures.ts';
import { press } from '../support/steps.ts';

test('without a camera, the rider can type the station ID @slow', async ({ page }) => {
  await page.goto('/home/scan');
  await page.getByRole('button', { name: 'Use camera' }).click();
  await expect(page.getByText(/^The camera is unavailable or access was denied/)).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('textbox', { name: 'Enter station ID' })).toBeFocused();
});

test.describe('a station ID that is typed', () => {
  test.beforeEach(({ page }) => page.goto('/home/scan').then(() => undefined));

  test('a typed station ID is refused if it is empty or wrong @all', async ({ page, cabinet }) => {
    const id = page.getByRole('textbox', { name: 'Enter station ID' });
    const go = page.getByRole('button', { name: 'Continue' });
    await go.click();
    await expect(page.getByText('Enter station ID!')).toBeVisible();
    const wrong = page.getByText('Enter correct station ID.');
    await id.fill('HELLO');
    await press(go, wrong);
    // The first character is moved to the end. The check character or the server detects the error.
    await id.fill(cabinet.id.slice(1) + cabinet.id.charAt(0));
    await press(go, wrong);
    await expect(page).toHaveTitle('Scan');
  });

  test('a correct station ID opens the station in any notation @all', async ({ page, cabinet }) => {
    const written = `${cabinet.id.slice(0, 3)}-${cabinet.id.slice(3)}`.toLowerCase();
    await page.getByRole('textbox', { name: 'Enter station ID' }).fill(written);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
  });

  test('a typed station ID leads a signed-in rider directly to the price', async ({
    page,
    rider,
    cabinet,
  }) => {
    expect(rider.sessionId).not.toBe('');
    await page.reload();
    await page.getByRole('textbox', { name: 'Enter station ID' }).fill(cabinet.id);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveTitle('Unlock changer');
  });
});
