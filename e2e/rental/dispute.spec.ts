import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

test('a rider follows the steps of a payment, disputes the bill, and gets a part of it refunded @slow', async ({
  page,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await page.goto(`/history/detail?orderId=${id}`);
  const hold = page
    .getByRole('heading', { level: 3, name: 'Unlock fee and deposit', exact: true })
    .locator('xpath=../..');
  await expect(hold.getByRole('listitem')).toHaveText([
    /^\$21\.00 held/,
    /^Held\. You pay when you return/,
  ]);

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(hold.getByRole('listitem')).toHaveText([
    /^\$21\.00 held/,
    /^\$2\.00 charged/,
    /^\$19\.00 released/,
    /Expected to be available between .+ and .+1–10 business days.+after 15 business days/,
  ]);
  await expectIssuerTotals(sandbox, { number }, { captured: [200], refunded: 0, open: 0 });

  await page.getByRole('link', { name: 'Report a problem with this charge' }).click();
  await expect(page).toHaveTitle('Report a problem');
  await page.getByRole('radio', { name: 'The amount is wrong' }).check();
  await page.getByRole('textbox', { name: 'What happened?' }).fill('It was four minutes.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page).toHaveTitle('Order receipt');
  await expect(page.getByText('Support is checking it')).toBeVisible();

  await sandbox.answerDispute(number, { refund: 100 });
  await expect(page.getByText(/Support refunded \$1\.00 on/)).toBeVisible();
  await expect(page.getByText('Refund from support', { exact: true })).toBeVisible();
  await expect(hold.getByRole('listitem').nth(3)).toHaveText(/^\$1\.00 refunded/);
  await expectIssuerTotals(sandbox, { number }, { captured: [200], refunded: 100, open: 0 });
  const refunds = (await sandbox.payments(number)).filter(({ kind }) => kind === 'refund');
  expect(refunds).toMatchObject([{ amount: 100, outcome: 'done' }]);

  await page.goto('/payment');
  await expect(page.getByRole('heading', { name: 'Holds and refunds' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible();
});
