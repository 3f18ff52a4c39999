import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { makePng } from '../support/makePng.ts';
import { cards } from '../support/rider.ts';
import { enterCode, press } from '../support/steps.ts';

test.use({ installs: true });

const red = [200, 30, 30];
const blue = [30, 30, 200];

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByText('You information is saved.').first();
const row = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name });

/** Opens a field of the profile from the page "Your info". */
async function openField(page: Page, name: string): Promise<void> {
  await page.goto('/profile/yourInfo');
  await row(page, new RegExp(`^${name}`)).click();
}

test("the menu leads to the profile, which shows the rider's phone, spending and invite code @slow", async ({
  page,
  rider,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/menu');
  await page.getByRole('link', { name: /View profile/ }).click();
  await expect(page).toHaveTitle('profile');
  await expect(page.getByText(rider.phone.slice(-4))).toBeVisible();
  await expect(page.getByText('$0.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy invite code' }).click();
  await expect(page.getByText('Copy success.').first()).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText(code, { exact: true })).toBeVisible();
});

test('the rider sets a name @slow', async ({ page, rider }) => {
  expect(rider.phone).toBeDefined();
  await openField(page, 'Name');
  await page.getByRole('textbox', { name: 'Name' }).fill('  Ana Ruíz ');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(row(page, 'Name Ana Ruíz')).toBeVisible();
  await page.goto('/menu');
  await expect(page.getByText('Ana Ruíz')).toBeVisible();
});

test('the rider sets a birth date @all', async ({ page, rider }) => {
  expect(rider.phone).toBeDefined();
  await openField(page, 'Birthday');
  await page.getByRole('combobox', { name: 'Month' }).selectOption('Feb');
  await page.getByRole('textbox', { name: 'Day' }).fill('30');
  await page.getByRole('textbox', { name: 'Year' }).fill('1988');
  await save(page).click();
  await expect(page.getByText('This date does not exist. Please check it.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Day' }).fill('29');
  await press(save(page), saved(page));
  await expect(row(page, 'Birthday Feb 29, 1988')).toBeVisible();
});

test('the rider sets an email address after entering the code that was sent to it', async ({
  page,
  sandbox,
  rider,
}) => {
  const address = `rider${rider.phone.slice(-6)}@example.com`;
  await openField(page, 'Email');
  const field = page.getByRole('textbox', { name: 'Email' });
  await field.fill('Rider@Example');
  await field.blur();
  await expect(field).toHaveValue('rider@example');
  await expect(page.getByText('Invalid email')).toBeVisible();
  await field.fill(` ${address.toUpperCase()}`);
  await save(page).click();
  await expect(page).toHaveTitle('Enter the code');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Enter the code we sent to ${address}`,
  );

  const code = await sandbox.code(address);
  await enterCode(page, code === '000000' ? '111111' : '000000');
  await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
  await page.reload();
  await enterCode(page, code);
  await expect(saved(page)).toBeVisible();
  await expect(row(page, `Email ${address}`)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveTitle('Home');
});

test('the rider sets a phone number from another country @all', async ({
  page,
  sandbox,
  rider,
  supplies,
}) => {
  const phone = supplies.nextPhone();
  await page.goto('/profile');
  await row(page, /Your info/).click();
  await row(page, /^Phone/).click();
  const field = page.getByRole('textbox', { name: 'Phone number' });
  await field.fill('5512345678');
  await page.getByRole('link', { name: /^Country or region/ }).click();
  await expect(page).toHaveTitle('Country or region');
  await page.getByRole('combobox').fill('mexi');
  await page.getByRole('option', { name: /Mexico/ }).click();
  await expect(page.getByRole('link', { name: 'Country or region: +52 Mexico' })).toBeVisible();
  await expect(field).toHaveValue('5512345678');

  await field.fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveTitle('Enter the code');
  await enterCode(page, await sandbox.code(phone));
  await expect(saved(page)).toBeVisible();
  await expect(row(page, new RegExp(phone.slice(-4)))).toBeVisible();
  expect(rider.phone).not.toBe(phone);
  // The history of the browser contains neither the page for the number nor the page for the code.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveTitle('profile');
});

test('the device crops a photo to a square @all', async ({ page, rider }) => {
  await openField(page, 'Photo');
  await press(
    page.getByRole('button', { name: 'Save photo' }),
    page.getByText('Please select image'),
  );

  const chooser = page.getByLabel('Choose a photo');
  await chooser.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hi'),
  });
  await expect(page.getByText(/^This isn't a picture we can use/)).toBeVisible();

  const buffer = makePng(1800, 1200, red, blue);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Your new photo' })).toBeVisible();
  await expect(page.getByText('Please select image')).toBeHidden();
  await page.getByRole('slider', { name: 'Left or right' }).fill('0');

  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await press(
    page.getByRole('button', { name: 'Save photo' }),
    page.getByText('Upload success. Profile information is updated.').first(),
  );
  const sent = await sending;
  expect(sent.headers()['content-type']).toBe('image/jpeg');
  expect((await sent.sizes()).requestBodySize).toBeLessThan(200_000);

  const photo = page.getByRole('main').locator('img');
  await expect(photo).toHaveAttribute('src', /^blob:/);
  // Check that the crop is right: 900 of 1200 pixels have the left colour. The width is at most
  // 1024 pixels.
  const seen = await photo.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('no image');
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const at = (part: number) => [
      ...(context?.getImageData(canvas.width * part, canvas.height / 2, 1, 1).data ?? []),
    ];
    return { width: canvas.width, height: canvas.height, left: at(0.7), right: at(0.8) };
  });
  expect(seen.width).toBe(seen.height);
  expect(seen.width).toBeLessThanOrEqual(1024);
  expect(Math.abs((seen.left[0] ?? 0) - 200)).toBeLessThan(25);
  expect(Math.abs((seen.right[2] ?? 0) - 200)).toBeLessThan(25);

  // The service worker has not cached the photo.
  const caches = await page.evaluate(async () => {
    const found = await Promise.all(
      (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
    );
    return found.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(caches.filter((path) => path.startsWith('/api/me'))).toEqual([]);

  await row(page, /^Photo/).click();
  await press(
    page.getByRole('button', { name: 'Remove photo' }),
    page.getByText('Profile information is updated.').first(),
  );
  await expect(row(page, 'Photo Add')).toBeVisible();
  expect(rider.phone).toBeDefined();
});

test('a photo can be sent again after its upload has failed @all', async ({ page, rider }) => {
  expect(rider.phone).toBeDefined();
  await openField(page, 'Photo');
  const buffer = makePng(300, 300, red, blue);
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.route('**/api/me/photo', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'busy',
            status: 503,
            code: 'unavailable',
            instance: 'x',
          }),
        })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Upload failed')).toBeVisible();
  await page.unroute('**/api/me/photo');
  await press(
    page.getByRole('button', { name: 'Try again' }),
    page.getByText('Upload success. Profile information is updated.').first(),
  );
});

test('a draft survives a reload and works offline until the rider discards it @all', async ({
  page,
  product,
  rider,
}) => {
  expect(rider.phone).toBeDefined();
  await openField(page, 'Name');
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill('Ana');
  await page.reload();
  await expect(field).toHaveValue('Ana');

  await product.stop();
  await save(page).click();
  await expect(
    page.getByText('Saving needs a connection. What you typed stays here.'),
  ).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await product.start();
  await expect(save(page)).toBeEnabled({ timeout: 40_000 });
  await expect(field).toHaveValue('Ana');

  const back = page.getByRole('button', { name: 'Back' });
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await back.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(field).toHaveValue('Ana');
  await press(back, question);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your info' })).toBeVisible();
  await row(page, /^Name/).click();
  await expect(field).toHaveValue('');
});

test('the profile shows recent stations and orders @all', async ({
  page,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await page.goto('/profile/recent');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'complete');

  await page.reload();
  const stations = page.getByRole('region', { name: 'Stations you used' });
  await expect(stations.getByRole('link')).toHaveCount(2);
  await page
    .getByRole('region', { name: 'Recent orders' })
    .getByRole('link', { name: new RegExp(order.station.name) })
    .click();
  await expect(page).toHaveTitle('Order receipt');
  await page.goto('/profile/recent');
  await stations.getByRole('link').first().click();
  await expect(page).toHaveTitle('Home');
  expect(new URL(page.url()).searchParams.get('equip_id')).toBe(otherCabinet.id);
});

test('a guest must log in first @all', async ({ page }) => {
  await page.goto('/profile/recent');
  await expect(page).toHaveTitle('Log in');
});
