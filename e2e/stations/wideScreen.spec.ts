import { expect, test } from '../support/fixtures.ts';
import { returned } from '../screens/screens.ts';
import { checkAppearances } from '../screens/checkAppearances.ts';
import { expectInFirstView } from '../support/steps.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const screens = [
  ['home', '/home'],
  ['search @all', '/search'],
  ['history @all', '/history'],
  ['settings @all', '/setting'],
] as const;

for (const [name, path] of screens) {
  test(`on a wide screen, ${name} is beside the menu @slow`, async ({ page, rider }) => {
    test.setTimeout(120_000);
    expect(rider.phone).not.toBe('');
    const rail = page.getByRole('navigation').first();
    await checkAppearances({
      page,
      name: `wide ${name}`,
      async open() {
        await page.goto(path);
      },
      async check() {
        const links = 'a[href="/payment"], a[href="/notification"], a[href="/setting"]';
        await expect(rail.locator(links)).toHaveCount(3);
        await expect(rail.locator('[aria-current="page"]')).toHaveAttribute('href', path);
        await expect(page.locator(`a[href="/menu"]:visible`)).toHaveCount(0);
      },
    });
  });
}

test('the keyboard reaches the menu first, and its links work @all', async ({ page }) => {
  await page.goto('/setting');
  const rail = page.getByRole('navigation').first();
  await expect(rail.getByRole('link', { name: 'Home' })).toBeVisible();
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(rail.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Home');
  await page.goto('/menu');
  await expect(page).toHaveTitle('Home');
});

test('in a low window, the menu beside the page shows a guest the link to the login without scrolling @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/home');
  await expectInFirstView(page.getByRole('link', { name: 'Log in' }).first());
});

test('on a wide screen, a receipt is beside the history @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  test.setTimeout(120_000);
  const orderId = await returned({ rider, sandbox, cabinet, otherCabinet });
  await checkAppearances({
    page,
    name: 'wide history with a receipt',
    async open() {
      await page.goto(`/history?orderId=${orderId}`);
    },
    async check() {
      await expect(page.locator('main [aria-current="true"]')).toHaveCount(1);
      await expect(page.locator('main + section h2, section dl').first()).toBeVisible();
    },
  });
});
