import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

const hour = 3600;

test('after 24 hours the whole hold is captured, and a later return is paid from the captured amount @slow', async ({
  page,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await expectIssuerTotals(sandbox, { number }, { captured: [], refunded: 0, open: 1 });
  await sandbox.advance(24 * hour + 60);
  await rider.waitFor(id, 'overdue');
  await expectIssuerTotals(sandbox, { number }, { captured: [2100], refunded: 0, open: 0 });

  await page.goto('/home');
  await expect(page.getByText('Overdue').first()).toBeVisible();
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  const order = await rider.waitFor(id, 'complete');
  // The total is $1 to unlock, $10 for the first 24 hours, and $1 for the hour that has started
  // since then.
  expect(order.total?.amount).toBe(1200);
  await expectIssuerTotals(sandbox, order, { captured: [2100], refunded: 900, open: 0 });
});

test('after 48 hours the charger counts as lost, and the total is $30 @all', async ({
  page,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await expectIssuerTotals(sandbox, { number }, { captured: [], refunded: 0, open: 1 });
  await sandbox.advance(48 * hour + 60);
  const order = await rider.waitFor(id, 'lost');
  expect(order.total?.amount).toBe(3000);
  await expectIssuerTotals(sandbox, order, { captured: [2100, 900], refunded: 0, open: 0 });
  await page.goto(`/history/detail?orderId=${id}`);
  await expect(page).toHaveTitle('Order receipt');
  await expect(page.getByText('$30.00').first()).toBeVisible();
});
