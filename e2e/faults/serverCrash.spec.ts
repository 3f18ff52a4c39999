import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { payFor, slotOnScreen } from '../support/steps.ts';
import { expectSameCounts, expectIssuerTotals } from '../support/recordChecks.ts';

// These tests restart the server on the embedded database. This is the harder case, because only
// one process at a time can open that database.
test.use({ embedded: true });

/**
 * Each test kills the server while the rental is in the state that the title names. After the
 * restart, the rental must continue, and nothing may be done twice.
 */

test.describe.configure({ timeout: 120_000 });

const rented = { captured: [], refunded: 0, open: 1 };
const settled = { captured: [200], refunded: 0, open: 0 };

for (const mode of ['timeoutBefore', 'timeoutAfter'] as const) {
  test(`a rental in the state "authorizing" survives a crash of the server: the issuer has ${mode === 'timeoutAfter' ? 'performed' : 'not performed'} the hold`, async ({
    product,
    sandbox,
    rider,
    cabinet,
  }) => {
    await rider.addCard(cards.pays);
    await sandbox.paymentKnobs({ mode, times: 2, operations: ['authorize'] });
    const { id } = await rider.rent(cabinet.id, 'authorizing');
    await product.kill();
    await product.start();
    const order = await rider.waitFor(id, 'charging');
    await expectIssuerTotals(sandbox, order, rented);
    expect(await sandbox.takenSince(cabinet)).toHaveLength(1);
    await expectSameCounts(sandbox, rider, cabinet);
  });
}

test('a rental in the state "ejecting" survives a crash of the server: the page of the rental is open', async ({
  page,
  product,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await sandbox.knobs(cabinet.id, { answerDelayMs: 4000 });
  await payFor(page, cabinet.id);
  await expect(page.getByRole('listitem').filter({ hasText: /^Opening slot \d/ })).toBeVisible();
  const started = await rider.currentOrder();
  if (!started) throw new Error('the rental did not start');
  await rider.waitFor(started.id, 'ejecting');
  await product.kill();
  await product.start();
  await expect(page).toHaveTitle('Take your charger', { timeout: 40_000 });
  const slot = await slotOnScreen(page);
  const charger = cabinet.slots.find((place) => place.slot === slot)?.charger;
  expect(await sandbox.takenSince(cabinet)).toEqual([charger]);
  const order = await rider.currentOrder();
  if (!order) throw new Error('the order is gone');
  await expectIssuerTotals(sandbox, order, rented);
  await expectSameCounts(sandbox, rider, cabinet);
});

test('a rental in the state "ejecting" survives a crash of the server: the charger is out, but its event has not arrived', async ({
  product,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await sandbox.knobs(cabinet.id, { eject: 'silent' });
  const { id } = await rider.rent(cabinet.id, 'ejecting');
  await expect.poll(() => sandbox.takenSince(cabinet)).toHaveLength(1);
  await product.kill();
  await product.start();
  await sandbox.advance(31);
  const order = await rider.waitFor(id, 'charging');
  await expectIssuerTotals(sandbox, order, rented);
});

test('a rental in the state "charging" survives a crash of the server: the charger is outside', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id, startedAt } = await rider.rent(cabinet.id, 'charging');
  await product.kill();
  await product.start();
  const after = await rider.order(id);
  expect(after).toMatchObject({ state: 'charging', startedAt });
  await sandbox.bringBack(cabinet, otherCabinet);
  const order = await rider.waitFor(id, 'complete');
  await expectIssuerTotals(sandbox, order, settled);
  await expectSameCounts(sandbox, rider, otherCabinet);
});

test('a rental in the state "ejectUnknown" survives a crash of the server: the charger is out, but the cabinet is offline', async ({
  product,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await sandbox.knobs(cabinet.id, { eject: 'silent' });
  const { id } = await rider.rent(cabinet.id, 'ejecting');
  await expect.poll(() => sandbox.takenSince(cabinet)).toHaveLength(1);
  await sandbox.knobs(cabinet.id, { offline: true });
  await sandbox.advance(31);
  await rider.waitFor(id, 'ejectUnknown');
  await product.kill();
  await product.start();
  await sandbox.knobs(cabinet.id, { offline: false });
  const order = await rider.waitFor(id, 'charging');
  await expectIssuerTotals(sandbox, order, rented);
  await expectSameCounts(sandbox, rider, cabinet);
});

test('a rental in the state "overdue" survives a crash of the server: the deposit is captured', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.advance(24 * 3600 + 60);
  await rider.waitFor(id, 'overdue');
  await product.kill();
  await product.start();
  await sandbox.bringBack(cabinet, otherCabinet);
  const order = await rider.waitFor(id, 'complete');
  expect(order.total?.amount).toBe(1200);
  await expectIssuerTotals(sandbox, order, { captured: [2100], refunded: 900, open: 0 });
  await expectSameCounts(sandbox, rider, otherCabinet);
});

test('a rental in the state "lost" survives a crash of the server: the issuer has charged the rest, but its answer is missing', async ({
  product,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.paymentKnobs({ mode: 'timeoutAfter', times: 1, operations: ['authorize'] });
  await sandbox.advance(48 * 3600 + 60);
  await rider.waitFor(id, 'lost');
  await product.kill();
  await product.start();
  const order = await rider.order(id);
  await expectIssuerTotals(sandbox, order, { captured: [2100, 900], refunded: 0, open: 0 });
});

test('a rental in the state "charging" survives a crash of the server: the charger was returned to a cabinet that is offline', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.knobs(otherCabinet.id, { offline: true });
  await sandbox.bringBack(cabinet, otherCabinet);
  await product.kill();
  await product.start();
  await sandbox.advance(2 * 3600);
  await sandbox.knobs(otherCabinet.id, { offline: false });
  const order = await rider.waitFor(id, 'complete');
  // Usage ends when the charger is inserted, and not when the cabinet reports the return.
  expect(order.total?.amount).toBe(200);
  await expectIssuerTotals(sandbox, order, settled);
});

for (const mode of ['timeoutBefore', 'timeoutAfter'] as const) {
  test(`a rental in the state "settling" survives a crash of the server: the issuer has ${mode === 'timeoutAfter' ? 'performed' : 'not performed'} the capture`, async ({
    product,
    sandbox,
    rider,
    cabinet,
    otherCabinet,
  }) => {
    await rider.addCard(cards.pays);
    const { id } = await rider.rent(cabinet.id, 'charging');
    await expectIssuerTotals(sandbox, await rider.order(id), rented);
    await sandbox.paymentKnobs({ mode, times: 1, operations: ['capture'] });
    await sandbox.bringBack(cabinet, otherCabinet);
    await rider.waitFor(id, 'settling');
    await product.kill();
    await product.start();
    const order = await rider.waitFor(id, 'complete');
    expect(order.total?.amount).toBe(200);
    await expectIssuerTotals(sandbox, order, settled);
  });
}

test('a rental in the state "unpaid" survives a crash of the server: the bill waits for another card', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.failsLater);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'unpaid');
  await product.kill();
  await product.start();
  expect(await rider.order(id)).toMatchObject({ state: 'unpaid', due: { amount: 200 } });
  const card = await rider.addCard(cards.pays);
  await rider.pay(id, card.id);
  const order = await rider.waitFor(id, 'complete');
  await expectIssuerTotals(sandbox, order, settled);
});

for (const mode of ['timeoutBefore', 'timeoutAfter'] as const) {
  test(`a rental in the state "paying" survives a crash of the server: the issuer has ${mode === 'timeoutAfter' ? 'performed' : 'not performed'} the payment`, async ({
    product,
    sandbox,
    rider,
    cabinet,
    otherCabinet,
  }) => {
    await rider.addCard(cards.failsLater);
    const { id } = await rider.rent(cabinet.id, 'charging');
    await sandbox.bringBack(cabinet, otherCabinet);
    await rider.waitFor(id, 'unpaid');
    const card = await rider.addCard(cards.pays);
    await sandbox.paymentKnobs({ mode, times: 1, operations: ['authorize'] });
    const key = randomUUID();
    await rider.pay(id, card.id, key);
    await rider.waitFor(id, 'paying');
    await product.kill();
    await product.start();
    const order = await rider.waitFor(id, 'complete');
    await expectIssuerTotals(sandbox, order, settled);
    // An app that got no answer from the killed server repeats the request with the same key.
    expect((await rider.pay(id, card.id, key)).status).toBeLessThan(300);
    await expectIssuerTotals(sandbox, order, settled);
  });
}

test('a rental in the state "complete" survives a crash of the server: the bill is paid', async ({
  product,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, cabinet);
  await rider.waitFor(id, 'complete');
  await product.kill();
  await product.start();
  const order = await rider.order(id);
  // The charger was returned to the same cabinet within the grace time, so nothing is charged.
  expect(order).toMatchObject({ state: 'complete', total: { amount: 0 } });
  await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 0 });
  await expectSameCounts(sandbox, rider, cabinet);
});
