import type { Page } from 'playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../screens/finishRental.ts';
import { Rider, cards } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { languages } from '../screens/screenChecks.ts';

test.use({ installs: true });

const row = (page: Page, name: RegExp) => page.getByRole('link', { name });

/** Sets the browser's clock to the time of the server. */
async function syncClock(page: Page, sandbox: Sandbox): Promise<void> {
  await page.clock.setSystemTime(await sandbox.now());
}

test('a return creates a notification, which stays unread until the rider opens it @slow', async ({
  page,
  finishRental,
}) => {
  await finishRental();
  await page.goto('/menu');
  const menu = row(page, /^Notification, 2 unread/);
  await expect(menu).toBeVisible();
  await menu.click();
  await expect(page).toHaveTitle('Notification');
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  await expect(row(page, /^Your charger came out/)).toContainText('Unread');
  const back = row(page, /^You have returned the charger/);
  await expect(back).toContainText('Your bill is $2.00.');
  await back.click();

  await expect(page).toHaveTitle('Notification Detail');
  await expect(
    page.getByRole('heading', { level: 1, name: 'You have returned the charger' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'See receipt' }).click();
  await expect(page).toHaveTitle('Order receipt');

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveTitle('Notification');
  await expect(back).not.toContainText('Unread');
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveTitle('Home');
  await page.goto('/menu');
  await expect(row(page, /^Notification Rentals/)).toBeVisible();
});

test('the texts of relative times change as time passes, in three languages @all', async ({
  page,
  product,
  rider,
  sandbox,
  finishRental,
}) => {
  await finishRental();
  await page.goto('/notification');
  const arrival = page.getByRole('main').locator('time').first();
  const minute = 60;
  const steps = [
    [0, ['Just now', '刚刚', 'Ahora mismo']],
    [5 * minute, ['5 minutes ago', '5 分钟前', 'hace 5 minutos']],
    [3 * 60 * minute, ['3 hours ago', '3 小时前', 'hace 3 horas']],
    [24 * 60 * minute, ['1 day ago', '1 天前', 'hace 1 día']],
    [20 * 24 * 60 * minute, ['20 days ago', '20 天前', 'hace 20 días']],
    [40 * 24 * 60 * minute, ['1 month ago', '1 个月前', 'hace 1 mes']],
  ] as const;
  let passed = 0;
  for (const [seconds, words] of steps) {
    if (seconds > passed) await sandbox.advance(seconds - passed);
    passed = seconds;
    await syncClock(page, sandbox);
    // The session ends before a month has passed, so the rider logs in again.
    const { sessionId } = seconds === 0 ? rider : await Rider.signUp(product, sandbox, rider.phone);
    await page.evaluate((id) => localStorage.setItem('sessionId', id), sessionId);
    for (const [index, language] of languages.entries()) {
      await page.evaluate((chosen) => localStorage.setItem('changeLanguage', chosen), language);
      await page.reload();
      await expect(arrival).toHaveText(words[index] ?? '');
      await expect(arrival).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT.*Z$/);
    }
  }
});

test('home shows within two seconds that the charger is back, and a toast confirms the return @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  const live = page.waitForResponse((response) => response.url().endsWith('/api/orders/events'));
  await page.goto('/home');
  await expect(page.getByRole('timer')).toBeVisible();
  await live;
  await sandbox.bringBack(cabinet, otherCabinet);
  const heading = page.getByRole('heading', { level: 1, name: 'You have returned the charger' });
  await expect(heading).toBeVisible({ timeout: 2_000 });
  await expect(page.getByText('Returned successfully.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notification, 2 unread' })).toBeVisible();
  // The notification about the return has no toast of its own.
  await expect(page.getByText('You have returned the charger')).toHaveCount(1);
});

test('pages that do not show notifications show a toast @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  const live = page.waitForResponse((response) => response.url().endsWith('/api/orders/events'));
  await page.goto('/menu');
  await live;
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await expect(row(page, /^Notification, 2 unread/)).toBeVisible();
});

test('the list and opened notifications are available offline @all', async ({
  page,
  product,
  finishRental,
}) => {
  await finishRental();
  await page.goto('/notification');
  await expect(row(page, /^You have returned the charger/)).toBeVisible();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => {
      active?.addEventListener('statechange', resolve, { once: true });
    });
  });
  await product.stop();
  await page.reload();
  await expect(page.getByRole('main').getByText(/^Updated /)).toBeVisible();
  await row(page, /^You have returned the charger/).click();
  await expect(page.getByText('Your bill is $2.00.')).toBeVisible();
  await product.start();
});
