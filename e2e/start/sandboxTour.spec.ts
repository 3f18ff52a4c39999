import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { pressNamed } from '../support/steps.ts';

// With its own settings, this file gets its own copy of the product. Therefore no other test has a
// rented charger there.
test.use({ settings: { LOG_LEVEL: 'warn' } });
// Run the whole file in one Playwright worker, because each worker starts its own copy of the
// product.
test.describe.configure({ mode: 'default' });

test('the sandbox leads through a first rental: scan, unlock, return', async ({
  page,
  rider,
  sandbox,
  phone,
}) => {
  await page.goto('/sandbox');
  const tour = page.getByRole('region', { name: 'Try it in three steps' });
  await expect(tour.getByRole('img', { name: /^QR code of station/ })).toBeVisible();
  const link = tour.getByRole('link', { name: /^Open / });
  const [, id = ''] = /equip_id=(\w+)$/.exec((await link.getAttribute('href')) ?? '') ?? [];

  await expect(tour.locator('strong')).toHaveText(await sandbox.code(phone));
  await pressNamed(page, 'Copy the card 4242 4242 4242 4242, which pays');
  await expect(page.getByRole('status')).toContainText('4242 4242 4242 4242');

  await expect(tour.getByText('No charger is out yet.')).toBeVisible();
  await expect(tour.getByRole('button', { name: 'Return it' })).toBeDisabled();
  await rider.addCard(cards.pays);
  const order = await rider.rent(id, 'charging');
  await expect(tour.getByText(/^You have charger/)).toBeVisible();
  await pressNamed(page, 'Return it');
  await rider.waitFor(order.id, 'complete');
});

test('the sandbox refills its cabinets and ends all faults @slow', async ({
  page,
  sandbox,
  cabinet,
}) => {
  await sandbox.knobs(cabinet.id, { jam: 1, eject: 'jammed', offline: true });
  await sandbox.paymentKnobs({ webhooks: { drop: true } });
  await page.goto('/sandbox');
  await pressNamed(page, 'Refill the cabinets');
  await expect(page.getByRole('status')).toHaveText('Every second slot has a charged charger.');
  await pressNamed(page, 'End all faults');
  await expect(page.getByRole('status')).toContainText('work normally');
  const issuer = await page.request.get('/sandbox/api/payments/knobs');
  expect(await issuer.json()).toMatchObject({ mode: 'off', webhooks: { drop: false } });
  await expect
    .poll(async () => {
      const { online, slots, knobs } = await sandbox.cabinet(cabinet.id);
      return { online, eject: knobs['eject'], first: slots[0]?.status };
    })
    .toEqual({ online: true, eject: 'normal', first: 'ok' });
});
