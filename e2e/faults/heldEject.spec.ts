import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { payFor } from '../support/steps.ts';
import { expectIssuerTotals, expectNoChargerTaken } from '../support/recordChecks.ts';

// These tests restart the server on the embedded database. This is the harder case, because only
// one process at a time can open that database.
test.use({ embedded: true });

test.describe.configure({ timeout: 120_000 });

test('after too many ejects without an answer, the money stays reserved until the cabinet shows the charger', async ({
  page,
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  /** Disconnects the cabinet after the eject command, and waits until the order has the given state. */
  const cutLine = async (station: string, id: string, state: 'review' | 'ejectUnknown') => {
    await rider.waitFor(id, 'ejecting');
    await sandbox.knobs(station, { offline: true });
    await sandbox.advance(31);
    await rider.waitFor(id, 'ejectUnknown');
    await sandbox.advance(10 * 60);
    return rider.waitFor(id, state);
  };
  // Each of these ejects quarantines a charger. The test still finds a charger, because each
  // cabinet has at least two.
  for (const { id: station } of [cabinet, otherCabinet]) {
    await sandbox.knobs(station, { eject: 'dead' });
    const { id } = await rider.rent(station, 'ejecting');
    const order = await cutLine(station, id, 'review');
    await expectIssuerTotals(sandbox, order, { captured: [], refunded: 0, open: 0 });
    await sandbox.knobs(station, { offline: false });
    await expect.poll(async () => (await sandbox.cabinet(station)).online).toBe(true);
  }
  await sandbox.knobs(otherCabinet.id, { reset: true });

  await payFor(page, cabinet.id);
  await expect(page).toHaveTitle('Preparing your charger');
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  const held = await cutLine(cabinet.id, id, 'ejectUnknown');
  await expect(
    page.getByRole('heading', { level: 1, name: 'We are checking your rental' }),
  ).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByText(/^Nothing is charged\. We hold \$21\.00 until the station is checked/),
  ).toBeVisible();
  await expectIssuerTotals(sandbox, held, { captured: [], refunded: 0, open: 1 });

  await product.kill();
  await product.start();
  await page.goto('/home');
  await page.getByRole('link', { name: 'See progress' }).click();
  await expect(page.getByText(/until the station is checked/)).toBeVisible();
  await payFor(page, otherCabinet.id);
  await expect(page.getByText(/^We are still checking whether a charger came out/)).toBeVisible();
  await expectNoChargerTaken(sandbox, otherCabinet);

  await sandbox.knobs(cabinet.id, { reset: true, offline: false });
  const released = await rider.waitFor(id, 'failed');
  await expectIssuerTotals(sandbox, released, { captured: [], refunded: 0, open: 0 });
});
