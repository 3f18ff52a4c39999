import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { StillPictures } from '../support/stillPictures.ts';

/**
 * The folder for pictures of all screens, see `npm run screenshots`. If no folder is set, the tests check the screens
 * instead.
 */
const folder = process.env['SCREENSHOTS'] ?? '';

export const arePicturesTaken = folder !== '';

/** A small phone, a phone in landscape, a tablet and a computer. */
const sizes = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

/** Saves a picture of the screen in each size. The name of a file begins with the size. */
export async function takePictures(
  page: Page,
  pictures: StillPictures,
  name: string,
): Promise<void> {
  const before = page.viewportSize();
  const address = page.url();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const file = `${size.width}x${size.height} ${name}.png`.replaceAll(' ', '-');
    await pictures.save(join(folder, file));
  }
  if (before) await page.setViewportSize(before);
  // Open the page again if it has redirected. The page of the menu does so in a wide window, which shows the menu
  // beside every page.
  if (page.url() !== address) await page.goto(address);
}
