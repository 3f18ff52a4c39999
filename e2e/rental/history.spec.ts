import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards, type Rider } from '../support/rider.ts';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';

test.use({ viewport: { width: 1280, height: 800 } });
test.describe.configure({ timeout: 120_000 });

const pane = (page: Page) => page.getByRole('region', { name: 'Order receipt' });

/** Makes two paid orders, and returns them. */
async function twoOrders(rider: Rider, sandbox: Sandbox, from: Cabinet, to: Cabinet) {
  await rider.addCard(cards.pays);
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) {
    const before = await sandbox.cabinet(from.id);
    const { id } = await rider.rent(from.id, 'charging');
    await sandbox.bringBack(before, to);
    await rider.waitFor(id, 'complete');
    ids.unshift(id);
  }
  const [newest = '', oldest = ''] = ids;
  return { newest: await rider.order(newest), oldest: await rider.order(oldest) };
}

test('in a wide window, the receipt is beside the list and gets the focus, and Back closes the receipt @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  const { newest, oldest } = await twoOrders(rider, sandbox, cabinet, otherCabinet);
  await page.goto('/menu');
  await page.goto('/history');
  await expect(pane(page)).toContainText('Choose an order to see its receipt.');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(rows).toHaveCount(2);

  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(pane(page)).toContainText(newest.number);
  await expect(page).toHaveURL(new RegExp(`/history\\?orderId=${newest.id}$`));
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await expect(pane(page).getByRole('heading', { name: 'Order receipt' })).toBeFocused();
  // The receipt is shown beside the list, so the page still has the heading of the list.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order history');
  await expect(page.getByRole('main')).toHaveCount(1);

  await rows.last().click();
  await expect(pane(page)).toContainText(oldest.number);
  await expect(rows.first()).not.toHaveAttribute('aria-current');
  await page.reload();
  await expect(pane(page)).toContainText(oldest.number);

  // Back leads at once to the list without a chosen order, and not to the order that was chosen before.
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
  await expect(pane(page)).toContainText('Choose an order to see its receipt.');
  await page.goForward();
  await expect(pane(page)).toContainText(oldest.number);

  // In a narrow window, the receipt is a separate page.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page).toHaveURL(new RegExp(`/history/detail\\?orderId=${oldest.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order receipt');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(pane(page)).toContainText(oldest.number);
});

test('after Back, the focus is on the row of the order that was shown @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  const { newest } = await twoOrders(rider, sandbox, cabinet, otherCabinet);
  await page.goto('/history');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await rows.first().click();
  await expect(pane(page)).toContainText(newest.number);
  await page.goBack();
  await expect(rows.first()).toBeFocused();
});
