import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { main, pressNamed as press } from '../support/steps.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

const hour = 3600;

/**
 * Starts a top-up of $20.00 with the default payment method on the payment page. Stops at the
 * review of the top-up.
 */
async function chooseTwenty(page: Page): Promise<void> {
  await page.goto('/payment');
  await main(page).getByRole('link', { name: 'Add GoCash' }).click();
  await expect(page).toHaveTitle('Add GoCash');
  const twenty = page.getByRole('radio', { name: '$20.00' });
  // The selected amount is a part of the address. Therefore the radio button changes only after the
  // click.
  await twenty.click();
  await expect(twenty).toBeChecked();
  await press(page, 'Continue');
  await expect(page).toHaveTitle('Select payment method');
  await press(page, 'Continue');
  await expect(page).toHaveTitle('Complete');
}

/**
 * Returns one text for each request to the card issuer: its kind, amount and outcome. Keeps the
 * order of `payments`, which is oldest first.
 */
function outcomes(payments: { kind: string; amount: number; outcome: string }[]): string[] {
  return payments.map(({ kind, amount, outcome }) => `${kind} ${amount} ${outcome}`);
}

test('a top-up adds its bonus and is in the history, and Back does not lead to the payment of the top-up', async ({
  page,
  rider,
  sandbox,
}) => {
  await rider.addCard(cards.pays);
  await chooseTwenty(page);
  await expect(main(page)).toContainText('Visa ending 4242');
  await press(page, 'Pay $20.00');
  await expect(page).toHaveTitle('GoCash success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$24.00 GoCash added');
  const number = (await main(page).getByText(/^T-/).textContent()) ?? '';
  expect(outcomes(await sandbox.payments(number))).toEqual(['charge 2000 captured']);

  await page.goBack();
  await expect(page).toHaveTitle('Payment');
  await expect(main(page)).toContainText('GoCash balance $24.00: $20.00 top-up and $4.00 bonus');
  await page.getByRole('link', { name: 'GoCash history' }).click();
  await expect(page).toHaveTitle('View History');
  await expect(page.getByRole('listitem')).toHaveText([
    /Top-up bonus.*\+.*\$4\.00.*Balance \$24\.00/,
    /Top-up.*\+.*\$20\.00.*Balance \$20\.00/,
  ]);
});

test('a top-up fails with a declined card and with a refused confirmation, and succeeds with a confirmation @all', async ({
  page,
  rider,
  sandbox,
}) => {
  await rider.addCard(cards.wantsAuthentication);
  await rider.addCard(cards.noFunds);
  await chooseTwenty(page);
  await press(page, 'Pay $20.00');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment failed');
  await expect(page.getByRole('alert')).toContainText('The card has insufficient funds.');
  await expect(main(page)).toContainText('You were not charged.');

  const asked = page.frameLocator('iframe').getByRole('button', { name: 'Approve' });
  await press(page, 'Change payment method');
  await page.getByRole('radio', { name: /3155/ }).check();
  await press(page, 'Continue');
  await press(page, 'Pay $20.00');
  await page.frameLocator('iframe').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment failed');

  await press(page, 'Change payment method');
  await press(page, 'Continue');
  await press(page, 'Pay $20.00');
  await expect(asked).toBeVisible();
  await page.reload();
  await asked.click();
  await expect(page).toHaveTitle('GoCash success');
  const number = (await main(page).getByText(/^T-/).textContent()) ?? '';
  const [last] = (await sandbox.payments(number)).toReversed();
  expect(last?.amount).toBe(2000);
  await press(page, 'Done');
  await expect(page).toHaveTitle('Payment');
  await expect(main(page)).toContainText('GoCash balance $24.00');
});

test('a rental is paid from GoCash, and its deposit is held on the card @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.topUp();
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  const goCash = page.getByRole('radio', { name: 'GoCash' });
  await expect(main(page)).toContainText('Balance $24.00');
  await goCash.check();
  await expect(main(page)).toContainText(
    'The deposit of $20.00 is held on Visa ending 4242. If GoCash is not enough, we charge the rest there.',
  );
  await press(page, 'Pay $1.00 and unlock');
  await expect(page).toHaveTitle('Take your charger');
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  const { number } = await rider.order(id);
  expect(outcomes(await sandbox.payments(number))).toEqual(['authorization 2000 authorized']);
  await page.goto('/payment');
  await expect(main(page)).toContainText('GoCash balance $23.00: $19.00 top-up and $4.00 bonus');

  await sandbox.advance(hour);
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'complete');
  await expectIssuerTotals(sandbox, { number }, { captured: [], refunded: 0, open: 0 });
  await page.goto(`/history/detail?orderId=${id}`);
  await expect(main(page)).toContainText(/Total amount charged.*\$3\.00/);
  await expect(main(page)).toContainText(/GoCash top-up.*\$3\.00.*Deposit hold.*\$20\.00 released/);
  await page.goto('/payment/viewHistory');
  await expect(main(page).getByRole('listitem')).toHaveText([
    new RegExp(`Charger use.*Order ${number}.*-\\$2\\.00.*Balance \\$21\\.00`),
    new RegExp(`Unlock fee.*Order ${number}.*-\\$1\\.00.*Balance \\$23\\.00`),
    /Top-up bonus/,
    /Top-up/,
  ]);
});

test('if GoCash cannot be used, the page shows why and links to a solution @all', async ({
  page,
  rider,
  cabinet,
}) => {
  const goCash = page.getByRole('radio', { name: 'GoCash' });
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await expect(goCash).toBeDisabled();
  await expect(goCash).toHaveAccessibleDescription(
    'Please add another payment method (credit/debit card) before using GoCash.',
  );

  await rider.addCard(cards.pays);
  await page.reload();
  await expect(goCash).toHaveAccessibleDescription(
    'You have insufficient amount of GoCash. Balance $0.00',
  );
  await expect(goCash).toBeDisabled();
  await main(page).getByRole('link', { name: 'Add GoCash' }).click();
  await expect(page).toHaveTitle('Add GoCash');

  await rider.redeem('GIFT5');
  await page.goBack();
  await expect(goCash).toBeEnabled();
  await expect(goCash).toHaveAccessibleDescription('Balance $5.00');
});
