import { rm } from 'node:fs/promises';
import { launchOptions } from '../support/chromium.ts';
import { cameraArgs, cameraFile, showToCamera } from '../support/fakeCamera.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

// The permission is granted in advance, so the camera starts without a prompt.
test.use({
  permissions: ['camera'],
  // These tests need the complete Chromium, because the headless shell delivers the pictures of the
  // fake camera too slowly.
  ownBrowser: { ...launchOptions, args: [...launchOptions.args, ...cameraArgs] },
});
test.afterEach(() => rm(cameraFile, { force: true }));

test("a station's QR code opens the station @slow", async ({ page, product, cabinet }) => {
  await showToCamera(`${product.url}/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
});

test('a QR code with other content shows an error, and the rider can type the station ID @all', async ({
  page,
  cabinet,
}) => {
  await showToCamera(`https://elsewhere.example/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page.getByText("That isn't a station code")).toBeVisible();
  await expect(page).toHaveTitle('Scan');
  await page.getByRole('textbox', { name: 'Enter station ID' }).fill(cabinet.id);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
});

test("a charger's QR code fills the report about the charger @all", async ({
  page,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await showToCamera('PB-1042-7');
  await page.goto('/help/report');
  await page.getByRole('radio', { name: 'The charger does not charge' }).check();
  await page.getByRole('button', { name: 'Scan a code' }).click();
  const number = page.getByRole('textbox', { name: 'Number on the charger' });
  await expect(number).toHaveValue('PB-1042-7', { timeout: 20_000 });
  await expect(page.locator('video')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: /^We have your report/ })).toBeVisible();
});
