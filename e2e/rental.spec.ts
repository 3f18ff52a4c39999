import { expect, test } from './fixtures.ts';
import { cards } from './rider.ts';
import { addCard, logInWithPhone, payAndTake } from './steps.ts';

test('a guest follows a deep link, rents, returns elsewhere and keeps a receipt', async ({
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
  await page.getByRole('link', { name: 'Continue with phone' }).click();
  await logInWithPhone(page, sandbox, phone);

  await expect(page).toHaveTitle('Unlock changer');
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock a charger' })).toBeVisible();
  await page.getByRole('link', { name: 'Add new card' }).click();
  await expect(page).toHaveTitle('Add new Card');
  await addCard(page, cards.pays);
  await expect(page.getByText('You have added a new card.')).toBeVisible();
  await expect(page).toHaveTitle('Unlock changer');
  await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();

  const slot = await payAndTake(page);
  const before = cabinet.slots.find((place) => place.slot === slot)?.charger;
  const [taken] = (await sandbox.cabinet(cabinet.id)).taken.slice(-1);
  expect(taken?.charger).toBe(before);

  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page).toHaveTitle('Home');
  await expect(page.getByText('Charging...')).toBeVisible();

  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger')).toBeVisible();
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page).toHaveTitle('Order receipt');
  await expect(page.getByText('$2.00').first()).toBeVisible();
});
