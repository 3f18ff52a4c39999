import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { addCard, logInWithPhone, payAndTake } from '../support/steps.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

test.use({ installs: true });

/** The issuer's totals for a bill with the unlock fee and one started hour. */
const settled = { captured: [200], refunded: 0, open: 0 };

test('a guest opens a deep link, rents, returns the charger to another station and saves the receipt', async ({
  page,
  sandbox,
  phone,
  cabinet,
  otherCabinet,
}) => {
  await page.goto(`/home?equip_id=${cabinet.id}`);
  const unlock = page.getByRole('link', { name: 'Unlock a charger' });
  await expect(page.getByText('$1.00', { exact: false }).first()).toBeVisible();
  await unlock.click();

  await expect(page).toHaveTitle('Log in');
  await expect(page.getByText(`Unlocking station ${cabinet.id}`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await logInWithPhone(page, sandbox, phone);

  await expect(page).toHaveTitle('Unlock changer');
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock a charger' })).toBeVisible();
  await page.getByRole('link', { name: 'Add new card' }).click();
  await expect(page).toHaveTitle('Add new Card');
  await addCard(page, cards.pays);
  await expect(page.getByText('You have added a new card.').first()).toBeVisible();
  await expect(page).toHaveTitle('Unlock changer');
  await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();

  const slot = await payAndTake(page);
  const charger = cabinet.slots.find((place) => place.slot === slot)?.charger;
  expect(await sandbox.takenSince(cabinet)).toEqual([charger]);

  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page).toHaveTitle('Home');
  await expect(page.getByText('Charging...').first()).toBeVisible();

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page).toHaveTitle('Order receipt');
  await expect(page.getByText('$2.00').first()).toBeVisible();
  const number = await page
    .getByText(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first()
    .textContent();
  await expectIssuerTotals(sandbox, { number: number ?? '' }, settled);
  const home = await sandbox.cabinet(otherCabinet.id);
  expect(home.slots.map((place) => place.charger)).toContain(charger);
});

test('reloading and going back at each step loses no data and causes no second payment @all', async ({
  page,
  sandbox,
  phone,
  cabinet,
  otherCabinet,
}) => {
  const reload = async (title: string) => {
    await expect(page).toHaveTitle(title);
    await page.reload();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await reload('Home');
  await page.getByRole('link', { name: 'Unlock a charger' }).click();
  await reload('Log in');
  await page.goBack();
  await expect(page).toHaveTitle('Home');
  await page.goForward();
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await reload('Log in');
  await logInWithPhone(page, sandbox, phone);
  await reload('Unlock changer');
  await page.getByRole('link', { name: 'Add new card' }).click();
  await reload('Add new Card');
  await page.goBack();
  await expect(page).toHaveTitle('Unlock changer');
  await page.getByRole('link', { name: 'Add new card' }).click();
  await addCard(page, cards.pays);
  await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();

  // With a slow eject, the test has time to reload while the charger is being prepared.
  await sandbox.knobs(cabinet.id, { answerDelayMs: 5000 });
  await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
  await reload('Preparing your charger');
  await expect(page).toHaveTitle('Take your charger');
  await reload('Take your charger');
  const orderId = new URL(page.url()).searchParams.get('orderId');
  // Back must not lead to the payment.
  await page.goBack();
  await expect(page).not.toHaveTitle(/Unlock changer|Preparing your charger|Log in/);
  await page.goto('/home');
  await reload('Home');
  await expect(page.getByText('Charging...').first()).toBeVisible();

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await reload('Home');
  await page.getByRole('link', { name: 'View receipt' }).click();
  await reload('Order receipt');
  expect(new URL(page.url()).searchParams.get('orderId')).toBe(orderId);
  const number = await page
    .getByText(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first()
    .textContent();
  await expectIssuerTotals(sandbox, { number: number ?? '' }, settled);
});
