import type { Page } from 'playwright/test';
import { paths } from '../../contract/paths.ts';
import { MyStations } from '../../contract/favourites.ts';
import { test as onBadNetwork } from '../support/badNetwork.ts';
import { expect, test } from '../support/fixtures.ts';
import { type Rider, expectOk } from '../support/rider.ts';
import { untilControlled } from '../support/serviceWorker.ts';
import { logInWithPhone, press } from '../support/steps.ts';

const mine = (page: Page) => page.getByRole('region', { name: 'My stations' });
const add = (page: Page) => page.getByRole('button', { name: 'Add to favorites' });
const remove = (page: Page) => page.getByRole('button', { name: 'Remove from favorites' });

const savedIds = async (rider: Rider) =>
  MyStations.parse(expectOk(await rider.call('GET', paths.myStations))).favourites.map(
    ({ id }) => id,
  );

test('a rider saves a station, finds it first on home and in the search, and undoes its removal', async ({
  page,
  rider,
  cabinet,
}) => {
  const { name } = await rider.station(cabinet.id);
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await press(add(page), remove(page));
  await expect(page.getByRole('status').getByText('Added to favorites.')).toBeAttached();
  await expect.poll(() => savedIds(rider)).toEqual([cabinet.id]);

  await page.getByRole('link', { name: 'Close station' }).click();
  const row = mine(page).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Favorite');
  await expect(row.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();

  // The search lists the favourite only once, above the other stations, even if the favourite matches the search text.
  for (const address of ['/search', `/search?q=${encodeURIComponent(name)}`]) {
    await page.goto(address);
    await expect(mine(page).getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(1);
  }
  await page.goto('/search?q=zzzzzz');
  await expect(page.getByText('No stations found')).toBeVisible();
  await expect(mine(page)).toBeHidden();

  await page.goto(`/home?equip_id=${cabinet.id}`);
  await remove(page).click();
  await expect(page.getByText('Removed from favorites.').first()).toBeVisible();
  await expect.poll(() => savedIds(rider)).toEqual([]);
  await press(page.getByRole('button', { name: 'Undo' }), remove(page));
  await expect.poll(() => savedIds(rider)).toEqual([cabinet.id]);
});

test('a change that the server refuses is undone, and the reason is shown @all', async ({
  page,
  rider,
  cabinet,
}) => {
  expect(await savedIds(rider)).toEqual([]);
  await page.route('**/api/me/favourites/*', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: '', status: 409, code: 'favouritesFull', instance: '1' },
    }),
  );
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await add(page).click();
  await expect(page.getByRole('alert').getByText(/can't save more favorites/)).toBeVisible();
  await expect(add(page)).toBeVisible();
});

test('a guest logs in to save a station, and comes back to it @slow', async ({
  page,
  sandbox,
  cabinet,
  phone,
}) => {
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await page.getByRole('link', { name: 'Log in to add to favorites' }).click();
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveURL(new RegExp(`equip_id=${cabinet.id}`));
  await expect(add(page)).toBeVisible();
});

test('the sheet shows the usual counts of the station as a sentence @slow', async ({
  page,
  sandbox,
  cabinet,
}) => {
  const hour = 3_600_000;
  // The app uses the clock of the server, which other tests have moved.
  const now = (await sandbox.now()).getTime();
  const at = new Date(Math.ceil((now + hour / 2) / hour) * hour);
  const usual = { at: at.toISOString(), chargers: 5, freeSlots: 0 };
  await page.route(`**/api/stations/${cabinet.id}/usual`, (route) =>
    route.fulfill({ json: { hours: [usual] } }),
  );
  const time = at.toLocaleTimeString('en-US', {
    timeZone: 'America/Chicago',
    hour: 'numeric',
    minute: '2-digit',
  });
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await expect(page.getByText(`Usually 5 chargers left at ${time}`)).toBeVisible();
  await page.goto('/search?for=return');
  await page.route('**/api/stations/*/usual', (route) =>
    route.fulfill({ json: { hours: [usual] } }),
  );
  await page.getByRole('main').locator('.st-open').first().click();
  await expect(page.getByText(`Usually no free slot at ${time}`)).toBeVisible();
});

onBadNetwork.describe('without a network', () => {
  onBadNetwork.use({ installs: true });

  onBadNetwork(
    'the favourites of the last visit stay visible @all',
    async ({ page, rider, cabinet, networkProxy }) => {
      const { name } = await rider.station(cabinet.id);
      expectOk(await rider.call('PUT', `/api/me/favourites/${cabinet.id}`));
      await page.goto('/home');
      await expect(mine(page).getByText(name, { exact: true })).toBeVisible();
      await untilControlled(page);
      // Use the page online first, because the service worker caches the code of a page when the
      // page is used for the first time.
      await page.goto(`/home?equip_id=${cabinet.id}`);
      await expect(remove(page)).toBeVisible();
      await page.goto('/search');
      await expect(mine(page).getByText(name, { exact: true })).toBeVisible();
      await networkProxy.become('offline');
      await page.goto('/home');
      await expect(mine(page).getByText(name, { exact: true })).toBeVisible();
      await expect(mine(page).getByText(/^Updated/)).toBeVisible();
      await page.goto(`/home?equip_id=${cabinet.id}`);
      await expect(
        page.getByText('Favorites can be changed only with a connection.'),
      ).toBeVisible();
    },
  );
});
