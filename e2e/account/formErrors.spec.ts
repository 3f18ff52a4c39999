import type { Page } from 'playwright/test';
import { returned } from '../screens/screens.ts';
import { expect, test } from '../support/fixtures.ts';

// A phone in landscape. The button stays in view and may cover a part of the form.
test.use({ viewport: { width: 844, height: 390 } });

const submit = (page: Page) => page.locator('button[type="submit"], main + div button').last();

/** Expects that the first error and its field are wholly in the window, and that the field has the focus. */
async function expectErrorInView(page: Page): Promise<void> {
  const field = page.locator('[aria-invalid="true"]').first();
  await expect(field).toBeVisible();
  const state = () =>
    field.evaluate((invalid) => {
      const ids = (invalid.getAttribute('aria-describedby') ?? '').split(' ');
      const error = ids.map((id) => document.getElementById(id)).findLast((one) => one !== null);
      const parts = [document.activeElement, error].map((one) => one?.getBoundingClientRect());
      const footer = document.querySelector('main + div')?.getBoundingClientRect();
      const end = Math.min(innerHeight, footer?.top ?? innerHeight);
      return {
        isFocused: invalid.contains(document.activeElement),
        isExplained: (error?.textContent ?? '') !== '',
        isInView: parts.every((part) => part && part.top >= 0 && part.bottom <= end),
      };
    });
  await expect.poll(state).toMatchObject({ isFocused: true, isExplained: true, isInView: true });
}

for (const [language, send] of [
  ['en', 'Send code'],
  ['es', 'Enviar código'],
  ['zh-CN', '发送验证码'],
] as const) {
  test(`in landscape, the phone number and the button below it are in view, in ${language} @slow`, async ({
    page,
  }) => {
    await page.addInitScript((saved) => localStorage.setItem('changeLanguage', saved), language);
    await page.goto('/login/loginWithPhone');
    await expect(page.getByRole('button', { name: send })).toBeInViewport({ ratio: 1 });
    const field = await page.locator('input[type="tel"]').boundingBox();
    const footer = await page.locator('main + div').boundingBox();
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
  });
}

test('in landscape, the error of a form comes into view with its field @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  const orderId = await returned({ rider, sandbox, cabinet, otherCabinet });
  for (const address of [
    '/help/report',
    `/history/detail/problem?orderId=${orderId}`,
    '/profile/yourInfo/birthday',
    '/share',
    '/payment/addGoCash',
    '/gogoHost/form',
  ]) {
    await test.step(address, async () => {
      await page.goto(address);
      await page.locator('main :is(input, textarea)').first().waitFor({ state: 'attached' });
      await expect(submit(page)).toBeEnabled();
      await submit(page).click();
      await expectErrorInView(page);
    });
  }
});
