import { rm } from 'node:fs/promises';
import { launchOptions } from '../support/chromium.ts';
import { cameraArgs, cameraFile, showToCamera } from '../support/fakeCamera.ts';
import { expect, test } from '../support/fixtures.ts';

// Where the permission stands already, the camera starts without being asked.
test.use({
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraArgs] },
});
test.afterEach(() => rm(cameraFile, { force: true }));

test("a station's QR code opens the station", async ({ page, product, cabinet }) => {
  await showToCamera(`${product.url}/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
});

test('a foreign QR code is named as one, and typing is the way on', async ({ page, cabinet }) => {
  await showToCamera(`https://elsewhere.example/home?equip_id=${cabinet.id}`);
  await page.goto('/home/scan');
  await expect(page.getByText("That isn't a station code")).toBeVisible();
  await expect(page).toHaveTitle('Scan');
  await page.getByRole('textbox', { name: 'Station ID' }).fill(cabinet.id);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
});
