import { expect, test } from '../support/fixtures.ts';
import { logInWithPhone } from '../support/steps.ts';

test.use({ installs: true });

test('a guest can open all pages that need no account @all', async ({ page, cabinet }) => {
  for (const [path, title] of [
    ['/home', 'Home'],
    ['/search', 'Search nearby stations'],
    ['/home/scan', 'Scan'],
    ['/menu', 'Menu'],
    ['/setting', 'Settings'],
    ['/setting/changeLanguage', 'Language'],
    ['/setting/legal', 'Legal'],
    ['/setting/legal/licenses', 'Licenses'],
    ['/setting/legal/terms', 'Terms'],
    ['/setting/legal/privacy', 'Privacy'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await expect(page.getByText('$1.00').first()).toBeVisible();
});

for (const path of [
  '/history',
  '/history/detail?orderId=00000000-0000-4000-8000-000000000000',
  '/profile',
  '/setting/devices',
]) {
  const tag = path === '/profile' ? ' @slow' : ' @all';
  test(`a guest who opens ${path} must log in, and then gets that page${tag}`, async ({
    page,
    sandbox,
    phone,
  }) => {
    await page.goto(path);
    await expect(page).toHaveTitle('Log in');
    await page.getByRole('button', { name: 'Continue with phone' }).click();
    await logInWithPhone(page, sandbox, phone);
    await expect(page).not.toHaveTitle(/Log in|code/);
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(path);
    // The history contains no step of the login.
    await page.goBack();
    expect(page.url()).not.toContain('/login');
  });
}

test('a guest chooses a station, logs in, and then sees the price of the station', async ({
  page,
  sandbox,
  cabinet,
  phone,
}) => {
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await page.getByRole('link', { name: 'Unlock a charger' }).click();
  await expect(page.getByText(`Unlocking station ${cabinet.id}`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('312');
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('312');
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Unlock changer');
  expect(new URL(page.url()).searchParams.get('equip_id')).toBe(cabinet.id);
});

test('a login never leads out of the app @all', async ({ page, sandbox, phone }) => {
  await page.goto('/login?next=https://evil.example/');
  await page.getByRole('button', { name: 'Continue with phone' }).click();
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Home');
});

test('the legal texts can be read offline after they were opened once @all', async ({
  page,
  context,
  product,
}) => {
  await page.goto('/setting/legal/terms');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  await product.stop();
  const again = await context.newPage();
  await again.goto('/setting/legal/privacy');
  await expect(again.getByRole('navigation', { name: 'Contents' })).toBeVisible();
});

test('the app caches the legal texts in advance when the network is idle @all', async ({
  page,
  product,
}) => {
  await page.goto('/home');
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('texts');
      return (await cache.keys()).some(({ url }) => url.includes('/legal-'));
    });
  await expect.poll(kept, { timeout: 20_000 }).toBe(true);
  await product.stop();
  await page.goto('/setting/legal/terms');
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
});
