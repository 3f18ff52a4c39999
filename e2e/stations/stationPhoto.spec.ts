import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';

const photoOf = (page: Page) => page.getByRole('img', { name: /^Where the cabinet is at / });

/** Waits until the photo has loaded. */
async function expectLoaded(photo: Locator): Promise<void> {
  const isLoaded = (image: HTMLElement | SVGElement) =>
    image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
  await expect.poll(() => photo.evaluate(isLoaded)).toBe(true);
}

test('the photo and its blurred picture are visible before the app runs, and the layout does not move when the app starts @slow', async ({
  page,
  browser,
  product,
  cabinet,
}) => {
  const url = `${product.url}/home?equip_id=${cabinet.id}`;
  const viewport = { width: 360, height: 640 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const first = await context.newPage();
  await first.goto(url);
  const blur = first.locator('.st-photo img[alt=""]');
  await expect(blur).toHaveAttribute('src', /^data:image\//);
  await expectLoaded(photoOf(first));
  expect(await photoOf(first).boundingBox()).toEqual(await blur.boundingBox());
  const place = await first.locator('.st-photo').boundingBox();
  await context.close();

  await page.setViewportSize(viewport);
  await page.goto(url);
  await expect(page.locator('.st-photo a')).toBeVisible();
  await expectLoaded(photoOf(page));
  expect(await page.locator('.st-photo').boundingBox()).toEqual(place);
  // The price stays in view on the smallest phone.
  await expect(page.getByText('$1.00 per started hour', { exact: true })).toBeInViewport();
});

test('with large text and a long name, the button to close the station stays in the window @slow', async ({
  page,
  cabinet,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await expect(photoOf(page)).toBeVisible();
  await page.getByRole('heading', { level: 2 }).evaluate((heading) => {
    heading.textContent = 'Canal Street Commuterstation';
  });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(page.getByRole('link', { name: 'Close station' })).toBeInViewport({ ratio: 1 });
});
