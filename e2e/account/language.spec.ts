import { expect, test } from '../support/fixtures.ts';

test.use({ installs: true });

test('the language changes at once and is stored', async ({ page }) => {
  await page.goto('/setting/changeLanguage');
  await expect(page).toHaveTitle('Language');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect(page).toHaveTitle('语言');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await expect(page).toHaveTitle('语言');
  await page.getByRole('radio', { name: 'Español' }).click();
  await expect(page).toHaveTitle('Idioma');
});

test('the theme changes at once and is stored @all', async ({ page }) => {
  await page.goto('/setting');
  await page.getByRole('radio', { name: 'Black' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(246, 244, 239)');
});

test.describe('a browser that prefers Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('the app starts in Spanish @slow', async ({ page }) => {
    await page.goto('/menu');
    await expect(page).toHaveTitle('Menú');
  });

  test('the app starts in the language that the user chose @all', async ({ page, context }) => {
    await context.addInitScript(() => localStorage.setItem('changeLanguage', 'zh-CN'));
    await page.goto('/menu');
    await expect(page).toHaveTitle('菜单');
  });
});

test.describe('a browser with Spanish as its second language @all', () => {
  test('the app starts in Spanish', async ({ page, context }) => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'languages', { get: () => ['fr-FR', 'es'] });
    });
    await page.goto('/menu');
    await expect(page).toHaveTitle('Menú');
  });
});

test('in a browser that prefers Chinese, the app starts in English and offers Chinese @all', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/home');
  await expect(page).toHaveTitle('Home');
  await page.getByRole('button', { name: '切换到中文' }).click();
  await expect(page).toHaveTitle('首页');
  await context.close();
});
