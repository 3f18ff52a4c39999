import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test as base } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { StillPictures } from '../support/stillPictures.ts';

const folder = join(import.meta.dirname, '../../public/screenshots');

/** The position of the user: a street corner in the centre of the demo's city. */
const person = { latitude: 41.8829, longitude: -87.6298 };

/** Saves a picture of the page. */
const test = base.extend<{ shoot: (name: string) => Promise<void> }>({
  shoot: async ({ page }, use) => {
    const pictures = new StillPictures(page);
    await use((name) => pictures.save(join(folder, `${name}.png`)));
  },
});

test.use({
  geolocation: person,
  permissions: ['geolocation'],
  contextOptions: { reducedMotion: 'reduce' },
});

/** Opens a station, and waits until the map shows the other stations with their chargers. */
async function openStation(page: Page, sandbox: Sandbox): Promise<void> {
  const { id } = await sandbox.scenario('ready');
  await page.goto(`/home?equip_id=${id}`);
  // For a guest, this link loads late and replaces the first screen's link to unlock.
  await expect(page.getByRole('link', { name: /^Pay .+ by card/ })).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of stations' });
  await expect(map.getByRole('button', { name: /free slot/ }).first()).toBeVisible();
  // After the start of the server, each cabinet sends its slots. One cabinet of the demo stays offline.
  const withoutSlots = map.getByRole('button', { name: /(, offline|0 chargers, 0 free slots)$/ });
  await expect.poll(() => withoutSlots.count(), { timeout: 60_000 }).toBeLessThanOrEqual(1);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 });

  test('a picture of a station is taken', async ({ page, sandbox, shoot }) => {
    await openStation(page, sandbox);
    await shoot('station');
  });

  test('a picture of a rental in progress is taken', async ({
    page,
    rider,
    sandbox,
    cabinet,
    shoot,
  }) => {
    await rider.addCard(cards.pays);
    await rider.rent(cabinet.id, 'charging');
    await sandbox.advance(95 * 60);
    await page.goto('/home');
    await expect(page.getByText('$3.00').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find a return slot' })).toBeVisible();
    await shoot('charging');
  });
});

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a picture of the map is taken', async ({ page, sandbox, shoot }) => {
    await openStation(page, sandbox);
    await shoot('wide');
  });
});
