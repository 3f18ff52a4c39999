import { expect, test } from '../support/fixtures.ts';
import { main, press } from '../support/steps.ts';

test('a host reads the estimate, fills in the form with the keyboard, reloads the page, and sends the request @slow', async ({
  page,
  phone,
}) => {
  await page.goto('/menu');
  await main(page)
    .getByRole('link', { name: /^Become a host/ })
    .click();
  await expect(page).toHaveTitle('Become a host');
  // The estimate is four rentals a day, each of two hours for $3.00. The host gets a fifth.
  await expect(main(page)).toContainText('About $72.00 a month for you');
  await page.getByRole('combobox', { name: 'Kind of venue' }).selectOption('Bar or club');
  await page.getByRole('slider', { name: 'Rentals a day' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('slider', { name: 'Your share' }).focus();
  await page.keyboard.press('End');
  await expect(main(page)).toContainText('About $360.00 a month for you');
  await expect(main(page)).toContainText('10 rentals a day × 30 days × $4.00 = $1,200.00');
  // Select the link by its address, because the navigation on wide screens has a link with the same
  // name.
  await page.locator('a[href="/gogoHost/form?venue=bar"]').click();

  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  await expect(page.getByRole('combobox', { name: 'Kind of venue' })).toHaveValue('bar');
  await field('Name of the business').fill('Night <b>Owl</b>');
  await field('Your name').fill('Ana Ruiz');
  await field('Phone').fill(phone);
  const consent = page.getByRole('checkbox', { name: /at most 365 days/ });
  await consent.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(main(page)).toContainText('Please leave out links and the characters < and >.');
  await expect(main(page)).toContainText('Please type an address, or choose the place on the map.');
  await expect(field('Name of the business')).toBeFocused();
  await field('Name of the business').fill('Night Owl');

  await page.getByRole('button', { name: 'Choose on the map' }).press('Enter');
  const map = page.getByRole('group', { name: /Arrow keys move it/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await page.getByRole('button', { name: 'Use this place' }).press('Enter');
  await expect(main(page)).toContainText(/Place chosen: 41\.8\d+, -87\.62\d+/);
  await expect(main(page)).not.toContainText('41.87810, -87.62980');

  await page.reload();
  await expect(field('Name of the business')).toHaveValue('Night Owl');
  await expect(consent).toBeChecked();
  await expect(main(page)).toContainText('Place chosen');
  await press(
    page.getByRole('button', { name: 'Send' }),
    page.getByRole('heading', { level: 1, name: 'Thank you' }),
  );
  await expect(main(page)).toContainText(/Reference\s*H-[2-9A-Y]{4}-[2-9A-Y]{4}/);
  const reference = /H-[2-9A-Y-]{9}/.exec((await main(page).textContent()) ?? '')?.[0] ?? '';

  await page.goto('/gogoHost');
  await expect(main(page)).toContainText(reference);
  await page.goto('/gogoHost/form');
  await expect(main(page)).toContainText(reference);
  await page.getByRole('button', { name: 'Write to us again' }).click();
  await expect(field('Name of the business')).toHaveValue('');
});
