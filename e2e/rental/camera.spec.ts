import { rm } from 'node:fs/promises';
import { launchOptions } from '../support/chromium.ts';
import { cameraArgs, cameraFile, showToCamera } from '../support/fakeCamera.ts';
import { expect, test } from '../support/fixtures.ts';

// The permission is granted in advance, so the camera starts without a prompt.
test.use({
  permissions: ['camera'],
  // These tests need the complete Chromium, because the headless shell delivers the pictures of the
  // fake camera too slowly.
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraArgs] },
});
test.afterEach(() => rm(cameraFile, { force: true }));

test("a station's QR code opens the station", async ({ page, product, cabinet }) => {
  await showToCamera(`${product.url}/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
});

test('a QR code with other content shows an error, and the user can type the id @all', async ({
  page,
  cabinet,
}) => {
  await showToCamera(`https://elsewhere.example/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page.getByText("That isn't a station code")).toBeVisible();
  await expect(page).toHaveTitle('Scan');
  await page.getByRole('textbox', { name: 'Station ID' }).fill(cabinet.id);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
});
