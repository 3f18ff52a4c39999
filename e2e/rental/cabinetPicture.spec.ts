import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

/**
 * Returns the row and the side of a slot, in words. The simulated cabinet has two slots in each
 * row.
 */
function place(slot: number): string {
  const row = ['first', 'second', 'third', 'fourth'][Math.ceil(slot / 2) - 1];
  return `${row} row, ${slot % 2 === 1 ? 'left' : 'right'}`;
}

test('the rider sees where in the cabinet the slot is, when taking the charger and after the return @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await page.goto(`/home/rent/success?orderId=${order.id}`);
  await expect(page).toHaveTitle('Take your charger');
  const lit = Number(await page.locator('svg[data-lit]').getAttribute('data-lit'));
  await expect(page.locator('main').getByText(place(lit), { exact: true })).toBeVisible();
  await expect(
    page.getByText(`Success. Take the charger from slot ${lit}: ${place(lit)}`),
  ).toBeAttached();

  await sandbox.bringBack(cabinet, otherCabinet);
  await page.goto('/home');
  const into = page.getByText(/^Pushed into slot \d+: /);
  await expect(into).toBeVisible();
  const slot = Number(/\d+/.exec((await into.textContent()) ?? '')?.[0]);
  await expect(into).toHaveText(`Pushed into slot ${slot}: ${place(slot)}`);
  await expect(page.locator('svg[data-lit]')).toHaveAttribute('data-lit', String(slot));
});
