import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { Order } from '../../contract/orders.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { Rider, cards, expectOk, problemCode } from '../support/rider.ts';
import { addCard, payAndTake, payFor } from '../support/steps.ts';
import {
  expectNoChargerTaken,
  expectSameCounts,
  expectIssuerTotals,
} from '../support/recordChecks.ts';

const nothing = { captured: [], refunded: 0, open: 0 };

/** Returns the id of the order from the address of the page. */
function orderIdOf(page: Page): string {
  return new URL(page.url()).searchParams.get('orderId') ?? '';
}

test('without a payment method, the app makes no payment @slow', async ({
  page,
  rider,
  cabinet,
}) => {
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page.getByText('Please add payment method')).toBeVisible();
  expect(await rider.currentOrder()).toBeNull();
});

for (const [name, number, reason] of [
  ['declined', cards.declined, /^The bank declined .* ending 0002\.$/],
  ['without funds @all', cards.noFunds, /There is not enough money on .* ending 9995 for the hold/],
] as const) {
  test(`after a payment with a card that is ${name}, the rider can use another card`, async ({
    page,
    rider,
    sandbox,
    cabinet,
  }) => {
    await rider.addCard(number);
    await payFor(page, cabinet.id);
    await expect(page).toHaveTitle('Payment failed');
    await expect(page.getByRole('alert')).toHaveText(
      'Your payment failed. Please try a different payment method.',
    );
    await expect(page.getByText(reason)).toBeVisible();
    const order = await rider.order(orderIdOf(page));
    await expectIssuerTotals(sandbox, order, nothing);
    await expectNoChargerTaken(sandbox, cabinet);

    await page.getByRole('link', { name: 'Change payment method' }).click();
    await page.getByRole('link', { name: 'Add new card' }).click();
    await addCard(page, cards.pays);
    await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
    await payAndTake(page);
    await expectSameCounts(sandbox, rider, cabinet);
  });
}

test('if a card fails at the end, the order is unpaid, and another card can pay it @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.failsLater);
  await payFor(page, cabinet.id);
  await expect(page).toHaveTitle('Take your charger');
  const order = await rider.order(orderIdOf(page));
  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page).toHaveTitle('Home');
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('Unpaid').first()).toBeVisible();
  await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 0 });

  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(page.getByText(/unpaid order/)).toBeVisible();

  await rider.addCard(cards.pays);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('radio', { name: /4242/ }).check();
  await page.getByRole('button', { name: 'Pay $2.00' }).click();
  await expect(page).toHaveTitle('Payment success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid $2.00');
  await expectIssuerTotals(sandbox, order, { captured: [200], refunded: 0, open: 0 });
});

test.describe('a card that needs a confirmation', () => {
  test.beforeEach(async ({ page, rider, cabinet }) => {
    await rider.addCard(cards.wantsAuthentication);
    await payFor(page, cabinet.id);
  });

  test('the slot opens after the cardholder has confirmed once', async ({
    page,
    rider,
    sandbox,
    cabinet,
  }) => {
    await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).click();
    await expect(page).toHaveTitle('Take your charger');
    const order = await rider.order(orderIdOf(page));
    await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 1 });
    await expectSameCounts(sandbox, rider, cabinet);
  });

  test('nothing is charged if the cardholder refuses the confirmation @all', async ({
    page,
    rider,
    sandbox,
    cabinet,
  }) => {
    await page.frameLocator('iframe').getByRole('button', { name: 'Refuse' }).click();
    await expect(page).toHaveTitle('Payment failed');
    const order = await rider.order(orderIdOf(page));
    expect(order.failure).toBe('authenticationFailed');
    await expectIssuerTotals(sandbox, order, nothing);
    await expectNoChargerTaken(sandbox, cabinet);
  });
});

test('if a cabinet has no charged charger, the rider is sent to another cabinet @all', async ({
  page,
  rider,
  sandbox,
}) => {
  const empty = await sandbox.scenario('empty');
  await rider.addCard(cards.pays);
  // An earlier test may have moved the clock. After such a move, stations are offline until their next heartbeat.
  await expect.poll(async () => (await rider.station(empty.id)).online).toBe(true);
  await page.goto(`/payment/unlockChanger?equip_id=${empty.id}`);
  await expect(page).toHaveTitle('Out of chargers');
  await expect(page.getByRole('alert')).toHaveText(
    'Oops... No fully charged chargers are available. Please try again later or visit another charging station.',
  );
  await page.getByRole('link', { name: 'Try another station' }).click();
  await expect(page).toHaveTitle('Scan');
  expect(await rider.currentOrder()).toBeNull();
});

test('no money is charged if the cabinet is offline @slow', async ({ page, rider, sandbox }) => {
  const offline = await sandbox.scenario('offline');
  await rider.addCard(cards.pays);
  await page.goto(`/payment/unlockChanger?equip_id=${offline.id}`);
  await expect(page).toHaveTitle('Technical problem');
  await expect(page.getByRole('alert')).toHaveText(
    "The station can't unlock a charger right now. Please try again later or use another station.",
  );
  expect(await rider.currentOrder()).toBeNull();
});

test('no money is charged if the cabinet goes offline while the rider reads the price @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  const pay = page.getByRole('button', { name: 'Pay $1.00 and unlock' });
  await expect(pay).toBeEnabled();
  await sandbox.knobs(cabinet.id, { offline: true });
  await expect.poll(async () => (await rider.station(cabinet.id)).online).toBe(false);
  await expect(async () => {
    if (await pay.isVisible()) await pay.click();
    await expect(page).toHaveTitle('Technical problem', { timeout: 1000 });
  }).toPass();
  expect(await rider.currentOrder()).toBeNull();
  await sandbox.knobs(cabinet.id, { offline: false });
  await expectNoChargerTaken(sandbox, cabinet);
});

test('if the cabinet refuses an eject, the hold is released', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await sandbox.knobs(cabinet.id, { eject: 'jammed' });
  await rider.addCard(cards.pays);
  await payFor(page, cabinet.id);
  await expect(page).toHaveTitle('Technical problem');
  await expect(page.getByText(/^Nothing was charged\. The hold of \$/)).toBeVisible();
  const order = await rider.order(orderIdOf(page));
  await expectIssuerTotals(sandbox, order, nothing);
  await expectNoChargerTaken(sandbox, cabinet);
});

test('if the cabinet does not answer an eject, the server checks the slot, and charges nothing if the charger stayed @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await sandbox.knobs(cabinet.id, { eject: 'dead' });
  await rider.addCard(cards.pays);
  await payFor(page, cabinet.id);
  await expect(page.getByRole('listitem').filter({ hasText: /^Opening slot \d/ })).toBeVisible();
  const { id } = await rider.waitFor(orderIdOf(page), 'ejecting');
  await sandbox.advance(31);
  const order = await rider.waitFor(id, 'failed');
  await expect(page).toHaveTitle('Technical problem');
  await expectIssuerTotals(sandbox, order, nothing);
  await expectNoChargerTaken(sandbox, cabinet);
});

test('the server detects that a charger came out, even if the cabinet sent no message about it @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await sandbox.knobs(cabinet.id, { eject: 'silent' });
  await rider.addCard(cards.pays);
  await payFor(page, cabinet.id);
  await expect(page).toHaveTitle('Preparing your charger');
  const { id } = await rider.waitFor(orderIdOf(page), 'ejecting');
  await expect.poll(() => sandbox.takenSince(cabinet)).toHaveLength(1);
  await sandbox.advance(31);
  const order = await rider.waitFor(id, 'charging');
  await expect(page).toHaveTitle('Take your charger');
  await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 1 });
});

test('a rider can rent again only after the first rental has ended @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto(`/payment/unlockChanger?equip_id=${otherCabinet.id}`);
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await expect(
    page.getByText('You have an on-going order, please return the charger to rent another one'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'See my charger' }).click();
  await expect(page.getByText('Charging...').first()).toBeVisible();
  await expectNoChargerTaken(sandbox, otherCabinet);
});

test('the same request twice creates one rental, and a repeated request with another body is refused @all', async ({
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  const { id: method } = await rider.addCard(cards.pays);
  const key = randomUUID();
  const answers = await Promise.all([
    rider.askToRent(cabinet.id, method, key),
    rider.askToRent(cabinet.id, method, key),
  ]);
  const again = await rider.askToRent(cabinet.id, method, key);
  const accepted = [...answers, again].filter(({ status }) => status < 300);
  expect(accepted.length).toBeGreaterThan(1);
  const [order, ...others] = accepted.map((answer) => Order.parse(expectOk(answer)));
  if (!order) throw new Error('no rental');
  for (const other of others) expect(other.id).toBe(order.id);
  // The server may have answered the second request with an error, because the first request was
  // still in progress.
  for (const answer of answers.filter(({ status }) => status >= 300)) {
    expect(problemCode(answer)).toBe('requestInProgress');
  }

  const changed = await rider.askToRent(otherCabinet.id, method, key);
  expect(changed.status).toBe(422);
  expect(problemCode(changed)).toBe('idempotencyKeyReused');

  await rider.waitFor(order.id, 'charging');
  await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 1 });
  await expectNoChargerTaken(sandbox, otherCabinet);
});

test('a rider cannot find the order of another rider @all', async ({
  rider,
  product,
  sandbox,
  supplies,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  const stranger = await Rider.signUp(product, sandbox, supplies.nextPhone());
  const seen = await stranger.call('GET', fillPath(paths.order, { id }));
  expect(seen.status).toBe(404);
  expect(problemCode(seen)).toBe('orderNotFound');
});
