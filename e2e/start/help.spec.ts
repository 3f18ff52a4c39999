import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { main } from '../support/steps.ts';

test.use({ installs: true });

test.afterEach(({ product }) => (product.isRunning ? undefined : product.start()));

/** Opens home and waits until the service worker has cached the help texts of a language. */
async function visit(page: Page, language: 'es' | 'zh-CN'): Promise<void> {
  await page.goto('/home');
  await page.evaluate((chosen) => localStorage.setItem('changeLanguage', chosen), language);
  await page.reload();
  const isKept = (wanted: string) =>
    page.evaluate(async (name) => {
      const requests = await (await caches.open('late-code')).keys();
      return requests.some(({ url }) => url.includes(`/help.${name}-`));
    }, wanted);
  await expect.poll(() => isKept(language), { timeout: 20_000 }).toBe(true);
}

/** Returns the questions whose answers are open. */
const opened = (page: Page) => page.locator('details[open] > summary');

test('help can be searched offline, and shows the prices and times of the operator @all', async ({
  page,
  product,
}) => {
  await visit(page, 'es');
  await visit(page, 'zh-CN');
  await product.stop();

  await page.goto('/help');
  await expect(page).toHaveTitle('帮助中心');
  const field = page.getByRole('searchbox', { name: '搜索帮助' });
  await field.fill('还了还在计费');
  const ongoing = page.getByRole('heading', { level: 3, name: '已经归还，订单仍在进行' });
  await ongoing.click();
  await expect(page.getByText('充电宝插反了', { exact: false })).toBeVisible();
  await field.fill('押金');
  await page.getByRole('heading', { level: 3, name: '逾期归还会怎样？' }).click();
  await expect(page.getByText('24 小时后：自动扣除押金', { exact: false })).toBeVisible();
  await expect(
    page.getByText('48 小时后：充电宝视为丢失，并收取费用。总共 $30.00', { exact: false }),
  ).toBeVisible();

  await page.evaluate(() => localStorage.setItem('changeLanguage', 'es'));
  await page.goto('/help?topic=didNotComeOut');
  await expect(page).toHaveTitle('Centro de ayuda');
  await expect(opened(page)).toHaveText([
    'Alquilar',
    'Dice que todo salió bien, pero no salió ningún cargador',
  ]);
  await expect(page.getByText('espera 2 minutos', { exact: false })).toBeVisible();
  await page.getByRole('searchbox').fill('DEPÓSITO');
  await expect(
    page.getByRole('heading', { level: 2, name: /respuestas? encontradas?$/ }),
  ).toBeVisible();
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(main(page).getByText('No hay respuestas para “xyzzy”')).toBeVisible();
  const links = await main(page).getByRole('link').all();
  await expect(links.at(-1) ?? field).toHaveAttribute('href', 'tel:+13125550100');
});

test('after a failed rental, the rider gets help, sends a report, and reads the answer of support @slow', async ({
  page,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await sandbox.knobs(cabinet.id, { eject: 'jammed' });
  const order = await rider.rent(cabinet.id, 'failed');
  await page.goto(`/home/rent/technicalError?orderId=${order.id}`);
  await page.getByRole('link', { name: 'Help with this' }).click();

  await expect(page).toHaveTitle('Help center');
  await expect(opened(page)).toHaveText(['Renting', 'There was a technical problem']);
  await expect(opened(page).filter({ hasText: 'technical' })).toBeFocused();

  await page.getByRole('link', { name: /^Report a problem/ }).click();
  await page.getByRole('radio', { name: 'The station is broken' }).check();
  await expect(page.getByRole('switch', { name: new RegExp(order.number) })).toBeChecked();
  await page.getByRole('textbox', { name: /What happened/ }).fill('Slot <b>three</b> is stuck.');
  await page.getByRole('button', { name: 'Send report' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^We have your report: case C-/ });
  const text = await heading.textContent();
  const [number = ''] = /C-[\dA-Z]{4}-[\dA-Z]{4}/.exec(text ?? '') ?? [];

  await sandbox.answerCase(number, 'It is repaired.\nSorry!');
  await page.goto('/notification');
  await page.getByRole('link', { name: /Support answered your report/ }).click();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveTitle('Your reports');
  const report = main(page).getByRole('listitem');
  await expect(report).toContainText(`Case ${number}`);
  await expect(report).toContainText('Slot <b>three</b> is stuck.');
  await expect(report).toContainText('It is repaired.');
  await expect(report.getByRole('link', { name: `Order ${order.number}` })).toBeVisible();
});
