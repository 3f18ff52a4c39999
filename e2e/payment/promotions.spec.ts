import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { Coupons } from '../../contract/coupons.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { Raffle } from '../../contract/raffle.ts';
import { expect, test } from '../support/fixtures.ts';
import { Rider, cards, expectOk } from '../support/rider.ts';
import { claim, promotionRows } from '../screens/rows/promotions.ts';
import { checkRow, testTitle } from '../screens/screens.ts';
import { logInWithPhone, main, pressNamed } from '../support/steps.ts';

const hour = 3600;

const dollar = { kind: 'goCash', amount: 100 } as const;
const sentence = (page: Page, text: string | RegExp) =>
  expect(main(page).getByText(text)).toBeVisible();

test.describe('a promotion on home', () => {
  test.use({ promoted: true });

  test('a guest opens the offer, logs in, claims it, and gets a lower price @slow', async ({
    page,
    phone,
    sandbox,
    cabinet,
  }) => {
    test.setTimeout(120_000);
    await page.goto('/home');
    const card = page.getByRole('complementary', { name: 'Offer' });
    await card.getByRole('link', { name: /^A welcome gift/ }).click();
    await expect(page).toHaveTitle('Offer');
    await sentence(page, /^Ends \w+ \d+, \d{4}, 12:00\sAM$/);
    await page.getByRole('link', { name: 'Terms of this promotion' }).click();
    await expect(page).toHaveTitle('Promotion terms');
    await expect(page.getByRole('heading', { name: 'Terms of “A welcome gift”' })).toBeVisible();
    await pressNamed(page, 'Back');
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await expect(page).toHaveTitle('Claim the offer');
    await page.getByRole('link', { name: 'Log in to claim' }).click();
    await page.getByRole('button', { name: 'Continue with phone' }).click();
    await logInWithPhone(page, sandbox, phone);

    // After the login, the app shows the offer again. The rider has not claimed it yet.
    await expect(page).toHaveTitle('Claim the offer');
    await expect(page.getByRole('button', { name: 'Claim', exact: true })).toBeEnabled();
    const coupons = page.evaluate(async (path) => {
      const authorization = `Bearer ${localStorage.getItem('sessionId')}`;
      return (await fetch(path, { headers: { authorization } })).text();
    }, paths.coupons);
    expect(Coupons.parse(JSON.parse(await coupons)).coupons).toEqual([]);
    await pressNamed(page, 'Claim');
    await expect(page).toHaveTitle('Your reward');
    await expect(page.getByRole('article')).toHaveText(/\$2\.00.*Discount on a rental/);
    await page.getByRole('link', { name: 'Redeem Now' }).click();
    await expect(page).toHaveTitle('Redeem Now');
    await sentence(page, 'It is applied automatically to your next rental.');

    // Each rider can claim an offer only once, and each session shows only one promotion.
    await page.goto('/welcome/start');
    await sentence(page, 'You have already claimed this.');
    await expect(page.getByRole('button', { name: 'Claim', exact: true })).toBeHidden();
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Stations in this area' })).toBeVisible();
    await expect(card).toBeHidden();
    await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
    await expect(main(page)).toContainText(/Coupon.*-\$1\.00Unlock fee with coupon/);
  });
});

test('the page shows if an offer has ended, is sold out, has not started or is for other riders, and links to other pages @all', async ({
  page,
  rider,
  sandbox,
  supplies,
  product,
  cabinet,
}) => {
  test.setTimeout(120_000);
  const now = (await sandbox.now()).getTime();
  await sandbox.makeCampaign({ kind: 'offer', type: 'one', reward: dollar, budget: { claims: 1 } });
  const starts = new Date(now + 24 * hour * 1000).toISOString();
  await sandbox.makeCampaign({
    kind: 'offer',
    type: 'soon',
    reward: dollar,
    unlimited: true,
    starts,
  });
  const city = { name: 'Springfield', lat: 39.8, lng: -89.6, radiusMetres: 20_000 };
  const there = { audience: 'cities', cities: [city], reward: dollar, unlimited: true };
  await sandbox.makeCampaign({ kind: 'offer', type: 'there', ...there });
  const first = await Rider.signUp(product, sandbox, supplies.nextPhone());
  expectOk(await claim(first, 'one'));
  await rider.addCard(cards.pays);

  for (const address of ['/lastsummer/launcher', '/no-such-thing/start', '/NOT_one/launcher']) {
    await page.goto(address);
    await expect(page).toHaveTitle('Promotion ended');
    expect(new URL(page.url()).pathname).toBe('/eventEnded');
    await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible();
  }
  await page.goto('/one/launcher');
  await sentence(page, /^All rewards have been claimed/);
  await page.goto('/soon/start');
  await sentence(page, 'This promotion has not started yet.');
  await sandbox.advance(25 * hour);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Claim', exact: true })).toBeEnabled();
  await page.goto('/there/launcher');
  await sentence(page, /^This is only for people who are in Springfield/);
  await expect(page.getByRole('button', { name: 'Use my location' })).toBeVisible();
  // The rider does not need this button: now the browser has the permission, so the button "Claim"
  // also sends the position.
  await page.context().setGeolocation({ latitude: 39.8, longitude: -89.6 });
  await page.context().grantPermissions(['geolocation']);
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await pressNamed(page, 'Claim');
  await expect(page).toHaveTitle('Your reward');
  await sentence(page, '$1.00 was added to your GoCash.');
  expect(await rider.balance()).toBe(100);

  // A rider who has rented is not a new rider.
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/new-user-promo');
  await sentence(page, 'This is for new users, and does not apply to your account.');
  await expect(page.getByRole('heading', { name: 'More offers' })).toBeVisible();
});

test('a rider can draw once a day in a raffle, and can verify each draw after the end of the raffle @all', async ({
  page,
  rider,
  sandbox,
  supplies,
  product,
}) => {
  test.setTimeout(120_000);
  const type = 'bright-days';
  const prizes = [{ reward: dollar, chances: 1, stock: 2 }];
  await sandbox.makeCampaign({ kind: 'raffle', type, outOf: 1, prizes });
  const path = fillPath(paths.raffle, { type });
  const { seedHash } = Raffle.parse(expectOk(await rider.call('GET', path)));

  await page.goto(`/raffle?type=${type}`);
  await expect(page).toHaveTitle('Raffle');
  await page.getByRole('heading', { name: 'Nobody can choose who wins' }).click();
  await sentence(page, seedHash);
  await sentence(page, '1 in 1');
  await pressNamed(page, 'Draw');
  await sentence(page, 'You won $1.00 in GoCash');
  await sentence(page, "You have used today's draw.");
  expect(await rider.balance()).toBe(100);
  await page.reload();
  await sentence(page, "You have used today's draw.");
  await expect(page.getByRole('button', { name: 'Draw' })).toBeHidden();

  // Another rider wins the second prize, so no prize is left for the next draw.
  const other = await Rider.signUp(product, sandbox, supplies.nextPhone());
  const entries = fillPath(paths.raffleEntries, { type });
  expectOk(await other.call('POST', entries, undefined, randomUUID()));
  await sandbox.advance(25 * hour);
  await page.reload();
  await pressNamed(page, 'Draw');
  await sentence(page, 'Good luck next time.');

  await sandbox.endCampaign(type);
  await page.reload();
  await sentence(page, 'The raffle has ended.');
  await pressNamed(page, 'Check my draws');
  await sentence(page, 'All your 2 draws match the seed.');
  await pressNamed(page, 'Check all draws');
  await sentence(page, 'All 3 draws match the seed.');
});

for (const row of promotionRows) {
  test(
    testTitle(row, promotionRows),
    ({ page, supplies, sandbox, signUp, cabinet, otherCabinet }) =>
      checkRow(row, { page, supplies, sandbox, signUp, cabinet, otherCabinet }),
  );
}
