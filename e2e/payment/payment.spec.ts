import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { fillCard, press } from '../support/steps.ts';

const methods = '/payment/paymentMethodActions';

/** Opens the payment sheet with the button, and accepts the first account on the sheet. */
async function useSheet(page: Page, button: string, within: Page | Locator = page): Promise<void> {
  // The app treats two presses in quick succession as one press, so press until the sheet appears.
  const frame = page.locator('iframe');
  await expect(async () => {
    if (!(await frame.isVisible())) {
      await within.getByRole('button', { name: button }).click({ timeout: 1000 });
    }
    await expect(frame).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page
    .frameLocator('iframe')
    .getByRole('button', { name: /^Use this/ })
    .click();
}

/** Begins to pay the bill with GoCash and a card. Stops at the confirmation that the bank requires. */
async function payPart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay Now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay your order' });
  await dialog.getByRole('switch', { name: 'Use GoCash ($0.40)' }).check();
  await expect(dialog).toContainText('GoCash pays $0.40, Visa ending 3155 pays $1.60.');
  await dialog.getByRole('button', { name: 'Pay $2.00' }).click();
}

test('a rider adds a card after several typing errors, renews it, makes it the default and removes it', async ({
  page,
  rider,
}) => {
  await page.goto('/menu');
  await page.getByRole('link', { name: /^Payment/ }).click();
  await expect(page).toHaveTitle('Payment');
  await page.getByRole('link', { name: 'Add payment method' }).click();
  await expect(page).toHaveTitle('Add payment method');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveTitle('Add new Card');

  const frame = page.frameLocator('iframe');
  const number = frame.locator('[autocomplete="cc-number"]');
  const expiry = frame.locator('[autocomplete="cc-exp"]');
  await number.fill('4242424242424241');
  await frame.locator('[autocomplete="cc-name"]').fill('Alex Rider');
  await expiry.fill('01/20');
  await page.getByLabel('Country or region').selectOption('CA');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('60601');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('There are 3 things to correct')).toBeVisible();
  await expect(frame.getByText('Check the card number.')).toBeVisible();
  await expect(frame.getByText('This card has expired.')).toBeVisible();
  await expect(page.getByRole('button', { name: /does not fit the country/ })).toBeVisible();
  expect(await rider.cards()).toEqual([]);

  await page.getByLabel('Country or region').selectOption('US');
  await fillCard(page, cards.pays);
  const methodsHeading = page.getByRole('heading', { name: 'Payment methods' });
  await press(page.getByRole('button', { name: 'Add card' }), methodsHeading);
  await expect(page.getByText('You have added a new card.').first()).toBeVisible();
  await expect(page).toHaveTitle('Payment methods');
  await expect(page.getByRole('listitem')).toHaveText(/Visa ending 4242.*Expires 12\/30.*Default/);

  const second = await rider.addCard(cards.declined);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveText([/0002.*Default/, /4242/]);
  await page.getByRole('link', { name: /4242/ }).click();
  await expect(page).toHaveTitle('Card edit');
  await page.getByLabel('Expiry date (MM/YY)').fill('11/31');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10001');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: /4242.*Expires 11\/31/ })).toBeVisible();
  await page.getByRole('link', { name: /4242/ }).click();
  await page.getByRole('button', { name: 'Set default' }).click();
  await expect(page.getByText('Set default Payment success.').first()).toBeVisible();
  const [first] = await rider.cards();
  expect(first).toMatchObject({ last4: '4242', isDefault: true, expiryYear: 2031 });
  expect(first).toMatchObject({ expiryMonth: 11, postalCode: '10001' });

  await page.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Visa ending 4242?' });
  await expect(question).toContainText('Visa ending 0002 becomes the default.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Card removed.').first()).toBeVisible();
  await expect(page).toHaveTitle('Payment methods');
  expect(await rider.cards()).toEqual([
    expect.objectContaining({ id: second.id, isDefault: true }),
  ]);
});

test('Apple Pay pays on the price page, and the next rental needs no payment sheet @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await page.getByRole('radio', { name: 'Apple Pay' }).check();
  await useSheet(page, 'Pay $1.00 with Apple Pay');
  await expect(page).toHaveTitle('Take your charger');
  const [applePay] = await rider.cards();
  expect(applePay).toMatchObject({ kind: 'applePay', isDefault: true });
  const order = await rider.currentOrder();
  expect(await sandbox.payments(order?.number ?? '')).toContainEqual(
    expect.objectContaining({ kind: 'authorization', amount: 2100, outcome: 'authorized' }),
  );
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order?.id ?? '', 'complete');
  await page.goto(`/payment/unlockChanger?equip_id=${otherCabinet.id}`);
  await expect(page.getByRole('radio', { name: /^Apple Pay/ })).toBeChecked();
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page).toHaveTitle('Take your charger');
});

test('an unpaid order blocks the next rental and can be paid with PayPal on the price page @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.failsLater);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'unpaid');

  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page.getByText(/^You have an unpaid order/)).toBeVisible();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay your order' });
  await dialog.getByRole('radio', { name: 'PayPal' }).check();
  await useSheet(page, 'Pay $2.00 with PayPal', dialog);
  await expect(page.getByText(/^You have an unpaid order/)).toBeHidden();
  await expect(page).toHaveTitle('Unlock changer');
  expect((await rider.order(id)).due.amount).toBe(0);
  expect((await sandbox.payments(number)).at(-1)).toMatchObject({ amount: 200, kind: 'charge' });
  expect((await rider.cards()).map(({ kind }) => kind)).toContain('payPal');
});

test('Google Pay can be saved, and a cancelled payment sheet saves nothing @all', async ({
  page,
  rider,
}) => {
  await page.goto(`${methods}/addPaymentMethod`);
  await page.getByRole('radio', { name: 'Google Pay' }).check();
  await page.getByRole('button', { name: 'Continue with Google Pay' }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Google Pay was cancelled/)).toBeVisible();
  expect(await rider.cards()).toEqual([]);
  await useSheet(page, 'Continue with Google Pay');
  await expect(page.getByText('Google Pay is added.').first()).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(/Google Pay/);
});

test('an unpaid bill is split between GoCash and a card that requires a confirmation @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.failsLater);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'unpaid');
  await rider.redeem(await sandbox.makeCoupon({ kind: 'goCash', amount: 40 }));
  await rider.addCard(cards.wantsAuthentication);
  const before = (await sandbox.payments(number)).length;
  const asked = async () => (await sandbox.payments(number)).slice(before);

  await page.goto(`/history/detail?orderId=${id}`);
  await payPart(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Refuse' }).click();
  await rider.waitFor(id, 'unpaid');
  expect(await rider.balance()).toBe(40);
  expect((await rider.order(id)).due.amount).toBe(200);

  await payPart(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveTitle('Payment success');
  expect(await rider.balance()).toBe(0);
  expect((await rider.order(id)).due.amount).toBe(0);
  expect((await asked()).map(({ amount, outcome }) => [amount, outcome])).toEqual([
    [160, 'declined'],
    [160, 'captured'],
  ]);
  await expect(page.getByRole('main')).toContainText('GoCash: $0.40');
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
]) {
  test(`without a payment method, a press on Pay shows what is missing (${viewport.width}×${viewport.height})${viewport.width === 360 ? ' @slow' : ' @all'}`, async ({
    page,
    rider: _rider,
    cabinet,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    const error = page.getByText('Please add payment method').last();
    await expect(error).toBeInViewport();
    await expect(page.locator('main [aria-invalid="true"]:focus-within, main p:focus')).toHaveCount(
      1,
    );
  });
}
