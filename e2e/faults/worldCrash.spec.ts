import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { expectIssuerTotals, expectSameCounts } from '../support/recordChecks.ts';
import { Sandbox } from '../support/sandbox.ts';

// These tests restart the server on the embedded database. This is the harder case, because only
// one process at a time can open that database.
test.use({ embedded: true });

/** The server and the simulated world are two processes. If one of them is killed, the other continues. */

test.describe.configure({ timeout: 120_000 });

test('the simulated world continues without the server, and reports a return to the restarted server', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await product.kill();
  const world = new Sandbox(product.worldUrl);
  await world.bringBack(cabinet, otherCabinet);
  const away = await world.cabinet(otherCabinet.id);
  expect(away.online).toBe(false);
  expect(away.unacknowledged).toBeGreaterThan(0);
  // The clock continues while the server is down, but the billed time ends at the return.
  await world.advance(2 * 3600);
  await product.start();
  expect((await sandbox.now()).getTime()).toBeGreaterThan(Date.now() + 3600_000);
  const order = await rider.waitFor(id, 'complete');
  expect(order.total?.amount).toBe(200);
  await expectIssuerTotals(sandbox, order, { captured: [200], refunded: 0, open: 0 });
  await expectSameCounts(sandbox, rider, otherCabinet);
});

test('the server continues without the simulated world, and uses the restarted world again', async ({
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await sandbox.advance(600);
  const before = await sandbox.now();
  await product.killWorld();

  expect((await fetch(product.url + paths.health)).status).toBe(200);
  await expect.poll(async () => (await rider.station(cabinet.id)).online).toBe(false);
  const away = await fetch(`${product.url}/sandbox/api/clock`);
  expect(away.status).toBe(503);
  expect(await away.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The simulation of the outside world does not run.',
  });
  const topUp = await rider.beginTopUp();
  expect(topUp.state).not.toBe('credited');

  await product.startWorld();
  // The restart has not set the clock back. The server asks again for the result of the payment that had no answer.
  expect((await sandbox.now()).getTime()).toBeGreaterThan(before.getTime());
  await expect.poll(() => rider.balance(), { timeout: 60_000 }).toBe(2400);
  await expect.poll(async () => (await rider.station(cabinet.id)).online).toBe(true);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  const order = await rider.waitFor(id, 'complete');
  expect(order.total?.amount).toBe(200);
  await expectSameCounts(sandbox, rider, otherCabinet);
});
