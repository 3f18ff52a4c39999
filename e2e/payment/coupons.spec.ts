import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright/test';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, problemCode } from '../support/rider.ts';
import {
  logInWithPhone,
  main,
  press as pressUntil,
  pressNamed as press,
} from '../support/steps.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

const hour = 3600;

test('a rider enters coupon codes for GoCash and for free time, a used code and an expired code, and must wait after ten wrong codes @all', async ({
  page,
  rider,
  sandbox,
}) => {
  const code = page.getByRole('textbox', { name: 'Coupon code' });
  // The app treats a second press within 300 ms as a part of a double press. The test types faster
  // than a user, so it presses until the outcome appears.
  const redeem = (outcome: Locator) =>
    pressUntil(page.getByRole('button', { name: 'Redeem', exact: true }), outcome);
  await page.goto('/share?code=gift%205');
  await expect(page).toHaveTitle('Redeem Coupon');
  await expect(code).toHaveValue('gift 5');
  await redeem(main(page).getByText('$5.00 was added to your GoCash.'));
  await code.fill('GIFT5');
  await redeem(main(page).getByText('Coupon is invalid'));
  await expect(code).toHaveValue('GIFT5');

  const yesterday = new Date((await sandbox.now()).getTime() - 24 * hour * 1000);
  const late = await sandbox.makeCoupon({ kind: 'goCash', amount: 900, expires: yesterday });
  await code.fill(late);
  await expect(main(page)).not.toContainText('Coupon is invalid');
  await redeem(main(page).getByText('Coupon is invalid'));

  await code.fill('hour-1');
  const coupons = page.getByRole('link', { name: 'See my coupons' });
  await redeem(coupons);
  await coupons.click();
  await expect(page).toHaveTitle('Coupon');
  await expect(page.getByRole('article')).toHaveText([
    /1 hour.*Free rental time/,
    /\$5\.00.*GoCash credit.*Used.*Added to your GoCash/,
  ]);

  // The steps above have already entered two of the ten wrong codes.
  for (let tries = 3; tries <= 10; tries += 1) {
    const answer = await rider.call('POST', paths.coupons, { code: `WRONG${tries}` }, randomUUID());
    expect(problemCode(answer)).toBe('couponInvalid');
  }
  await page.goto('/share?code=HOUR1');
  await press(page, 'Redeem');
  await expect(main(page)).toContainText(/Too many wrong codes\. Try again in .*(minute|hour)/);
  await expect(page.getByRole('button', { name: 'Redeem' })).toBeDisabled();
  await page.goto('/payment');
  await expect(main(page)).toContainText('GoCash balance $5.00: $0.00 top-up and $5.00 bonus');
});

test('a rental with a discount has a smaller hold and a smaller bill, and uses the coupon @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 40 }));
  const soon = new Date((await sandbox.now()).getTime() + 0.5 * hour * 1000);
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 30, expires: soon }));

  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  // The app selects the better coupon automatically, and the rider can select the other coupon.
  await expect(page.getByRole('button', { name: 'Pay $0.60 and unlock' })).toBeEnabled();
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price).toContainText(/Unlock fee\$1\.00Coupon-\$0\.40Unlock fee with coupon/);
  await press(page, 'Change coupon');
  await page.getByRole('dialog').getByRole('radio', { name: '$0.30 off' }).check();
  await press(page, 'Use this choice');
  await expect(page.getByRole('button', { name: 'Pay $0.70 and unlock' })).toBeEnabled();
  const better = page.getByRole('dialog').getByRole('radio', { name: '$0.40 off' });
  await pressUntil(page.getByRole('button', { name: 'Change coupon' }), better);
  await better.check();
  await press(page, 'Use this choice');
  await press(page, 'Pay $0.60 and unlock');
  await expect(page).toHaveTitle('Take your charger');
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  const { number } = await rider.order(id);
  const holds = (await sandbox.payments(number)).filter(({ kind }) => kind === 'authorization');
  expect(holds.map(({ amount }) => amount)).toEqual([2060]);
  await page.goto('/coupon');
  await expect(page.getByRole('article').filter({ hasText: '$0.40' })).toContainText('In use now');

  await sandbox.advance(hour);
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'complete');
  // The total is $1 to unlock plus two started hours, minus the coupon.
  await expectIssuerTotals(sandbox, { number }, { captured: [260], refunded: 0, open: 0 });
  await page.goto(`/history/detail?orderId=${id}`);
  await expect(page).toHaveTitle('Order receipt');
  await expect(main(page)).toContainText(/Coupon.*-\$0\.40.*Total amount charged.*\$2\.60/);
  await page.goto('/coupon');
  await expect(page.getByRole('article')).toHaveText([
    /\$0\.40.*Discount on a rental.*Used.*See the order/,
    /\$0\.30.*Discount on a rental.*Expired/,
  ]);
});

test('for amounts below the minimum charge, a small fee is held with the deposit, and a small bill is waived @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 170 }));
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 60 }));
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await press(page, 'Change coupon');
  await page.getByRole('dialog').getByRole('radio', { name: '$0.60 off' }).check();
  await press(page, 'Use this choice');
  await expect(page.getByRole('region', { name: 'Price' })).toContainText(
    /Held now: \$20\.40 \(\$0\.40 fee \+ \$20\.00 deposit\)/,
  );
  const better = page.getByRole('dialog').getByRole('radio', { name: '$1.70 off' });
  await pressUntil(page.getByRole('button', { name: 'Change coupon' }), better);
  await better.check();
  await press(page, 'Use this choice');
  await press(page, 'Unlock, nothing to pay now');
  await expect(page).toHaveTitle('Take your charger');
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  const { number } = await rider.order(id);
  await rider.waitFor(id, 'charging');
  await sandbox.advance(0.5 * hour);
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(id, 'complete');
  // The bill is $1 to unlock plus one started hour, minus the coupon. The remaining 30 cents are
  // below the minimum charge.
  await expectIssuerTotals(sandbox, { number }, { captured: [], refunded: 0, open: 0 });
  await page.goto(`/history/detail?orderId=${id}`);
  await expect(main(page)).toContainText(
    /Not charged: amount too small.*-\$0\.30.*Total amount charged.*\$0\.00/,
  );
});

test('an invitation gives GoCash to both riders, and both see the reason @slow', async ({
  page,
  rider,
  sandbox,
  browser,
  supplies,
  product,
}) => {
  expect(await rider.cards()).toEqual([]);
  await page.goto('/getFree');
  await expect(page).toHaveTitle('Get free');
  const link =
    (await main(page)
      .getByText(/\?invite=/)
      .textContent()) ?? '';

  const context = await browser.newContext({ baseURL: product.url });
  const friend = await context.newPage();
  const [, code = ''] = link.split('?invite=');
  // Open the link with a code in lower case and with a space, because a message may contain the
  // code in this form. The code must stay saved until the friend signs up.
  const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
  await friend.goto(`/home?invite=${encodeURIComponent(typed)}`);
  // Wait for the map of the app, which differs from the map of the first screen. When it is visible, the app has saved
  // the code.
  await expect(friend.locator('.leaflet-container')).toBeVisible();
  await friend.goto('/login?next=/payment');
  await expect(main(friend)).toContainText('You were invited: $2.00 GoCash when you register');
  await friend.getByRole('button', { name: 'Continue with phone' }).click();
  await logInWithPhone(friend, sandbox, supplies.nextPhone());
  await expect(friend).toHaveTitle('Payment');
  await expect(main(friend)).toContainText('GoCash balance $2.00: $0.00 top-up and $2.00 bonus');
  await friend.goto('/getFree');
  await expect(main(friend)).toContainText('You were invited');
  // A second use of the code shows a friendly message and changes nothing.
  await friend.goto(`/home?invite=${code}`);
  await expect(friend.getByRole('region', { name: 'Messages' })).toContainText(
    'You already have an account. Invitations are only for new users',
  );
  await friend.goto('/payment');
  await expect(main(friend)).toContainText('GoCash balance $2.00: $0.00 top-up and $2.00 bonus');
  await context.close();

  await page.reload();
  await expect(main(page).getByRole('listitem')).toHaveText([/A friend registered.*\+.*\$2\.00/]);
  await page.goto('/payment');
  await expect(main(page)).toContainText('GoCash balance $2.00: $0.00 top-up and $2.00 bonus');
  await page.goto('/payment/viewHistory');
  await expect(main(page).getByRole('listitem')).toHaveText([
    /Invitation reward.*\+.*\$2\.00.*Balance \$2\.00/,
  ]);
});

test('the rider can type an invite code at login and after the sign-up, and a wrong code shows an error @all', async ({
  page,
  rider,
  sandbox,
  browser,
  supplies,
  product,
}) => {
  const code = await rider.inviteCode();
  const written = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
  const context = await browser.newContext({ baseURL: product.url });
  const friend = await context.newPage();
  const field = friend.getByRole('textbox', { name: 'Invite code' });
  await friend.goto('/login?next=/payment');
  // The page scrolls only as far as its height allows, so wait until it shows everything.
  await expect(friend.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await friend.getByText('Have an invite code?').click();
  await field.fill('WRONG234');
  await expect(field).toBeFocused();
  // Scroll by more than half of the button's height. A mouse press on the button must not scroll the page back, because
  // the browser sends no click if the button moves away from the pointer before the release.
  const top = await friend.evaluate(() => (window.scrollBy(0, -40), window.scrollY));
  expect(top).toBeGreaterThan(0);
  await press(friend, 'Apply code');
  await expect(main(friend)).toContainText("We don't know this invite code.");
  await expect(field).toBeFocused();
  await field.fill(written);
  await field.press('Enter');
  await expect(main(friend)).toContainText('You were invited: $2.00 GoCash when you register');
  await friend.getByRole('button', { name: 'Continue with phone' }).click();
  await expect(main(friend)).toContainText(code);
  await logInWithPhone(friend, sandbox, supplies.nextPhone());
  await expect(friend).toHaveTitle('Payment');
  await expect(main(friend)).toContainText('GoCash balance $2.00: $0.00 top-up and $2.00 bonus');
  await friend.goto('/share');
  await expect(main(friend)).toContainText('You have already entered an invite code.');
  await context.close();

  // This rider used no code at the sign-up. But the rider has already invited a friend, and is
  // therefore not new.
  await page.goto('/share');
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toBeVisible();
  await expect(page.getByText('Enter an invite code')).toHaveCount(0);
  const later = await browser.newContext({ baseURL: product.url });
  const other = await later.newPage();
  await other.goto('/login/loginWithPhone?next=/share');
  await logInWithPhone(other, sandbox, supplies.nextPhone());
  await other.getByText('Enter an invite code').click();
  const entry = other.getByRole('textbox', { name: 'Invite code' });
  await entry.fill('WRONG234');
  await press(other, 'Apply code');
  await expect(main(other)).toContainText("We don't know this invite code.");
  await entry.fill(`${product.url}/home?invite=${code}`);
  await expect(entry).toHaveValue(code);
  const counted = other.getByRole('heading', { name: 'The invite code was applied.' });
  await pressUntil(other.getByRole('button', { name: 'Apply code' }), counted);
  await expect(counted).toBeFocused();
  await other.goto('/payment');
  await expect(main(other)).toContainText('GoCash balance $2.00: $0.00 top-up and $2.00 bonus');
  await later.close();
  expect(await rider.balance()).toBe(400);
});
