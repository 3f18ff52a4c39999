import { expect, test } from '../support/fixtures.ts';
import { cards, Rider } from '../support/rider.ts';

// The waits in these tests can together take longer than the usual time limit of a test.
test.describe.configure({ timeout: 120_000 });

test('a rider who watches an empty station is notified on any page when a charger is available', async ({
  page,
  product,
  sandbox,
  cabinet,
  phone,
}) => {
  const empty = await sandbox.scenario('empty');
  const other = await Rider.signUp(product, sandbox, phone);
  await other.addCard(cards.pays);
  const order = await other.rent(cabinet.id, 'charging');

  await page.goto(`/home?equip_id=${empty.id}`);
  const ask = page.getByRole('button', { name: 'Tell me when a charger is here' });
  await ask.click();
  const waiting = page
    .locator('main')
    .getByText(/^Alert on until (?:\w{3} \d+, \d{4}, )?\d+:\d\d\s[AP]M\.$/);
  await expect(waiting).toBeVisible();
  // Remove the watch and set it again. The watch must also survive a reload.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ask.click();
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();

  await page.getByRole('link', { name: 'Close station' }).click();
  await page.getByRole('link', { name: 'Menu' }).click();
  await expect(page).toHaveTitle('Menu');
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  const { name } = await other.station(empty.id);
  const message = `A charger is available at ${name}`;
  // Start to wait for the announcement before the return, because the announcement disappears soon.
  const announced = Promise.all([
    page.getByRole('status').getByText(message).waitFor({ state: 'attached' }),
    expect(page.locator('.notices').getByText(message)).toBeVisible({ timeout: 45_000 }),
  ]);
  await sandbox.bringBack(cabinet, empty);
  await announced;
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(new RegExp(`equip_id=${empty.id}$`));
  await expect(page.getByText('1 charger · 7 free slots').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
  await expect(page.locator('.notices').getByText(message)).toBeHidden();
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);

  // The notice appears only once, so it does not appear after a reload.
  await page.reload();
  await expect(page.getByText('1 charger · 7 free slots').first()).toBeVisible();
  await expect(page.locator('.notices').getByText(message)).toBeHidden();

  // Empty the station again, because later tests need it empty.
  await other.waitFor(order.id, 'complete');
  const stocked = await sandbox.cabinet(empty.id);
  await other.rent(empty.id, 'charging');
  await sandbox.bringBack(stocked, cabinet);
});

test('when the open station goes offline, the sheet shows the next station @all', async ({
  page,
  sandbox,
  cabinet,
}) => {
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
  await sandbox.knobs(cabinet.id, { powerCut: true });
  const card = page.locator('main').getByText(/^This station just went offline\./);
  await expect(card).toContainText(/Nearest open station with a charger: .+, \d+ min walk$/, {
    timeout: 40_000,
  });
  await expect(page.getByRole('status').getByText(/just went offline/)).toBeAttached();
  await expect(page.getByRole('button', { name: /^Tell me when a charger/ })).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Show', exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(cabinet.id));
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
});
