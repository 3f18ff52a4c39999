import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { Product, productStartMs } from '../support/product.ts';
import { Sandbox } from '../support/sandbox.ts';
import { logInWithPhone } from '../support/steps.ts';

const perAddress = 4;
let product: Product;
let sandbox: Sandbox;

test.beforeAll(async () => {
  test.setTimeout(productStartMs);
  product = await Product.create({
    TRUST_PROXY: '1',
    CODES_PER_ADDRESS: String(perAddress),
    CODES_PER_PHONE: '5',
  });
  await product.start();
  sandbox = new Sandbox(product.url);
});
test.afterAll(() => product.dispose());

/**
 * Requests a code without a browser. For the server, the request comes from the network address
 * `address`.
 */
async function askAs(address: string, phone: string): Promise<number> {
  const { status } = await fetch(product.url + paths.codes, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ phone, language: 'en' }),
  });
  return status;
}

test.use({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.1' } });
test.describe.configure({ mode: 'serial' });

test('after a hundred requests of strangers, the owner can still log in on a known device @all', async ({
  page,
  phone,
}) => {
  await page.goto(`${product.url}/login/loginWithPhone?next=/menu`);
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Menu');
  await page.evaluate(() => {
    localStorage.removeItem('sessionId');
    sessionStorage.clear();
  });
  for (let i = 0; i < 100; i++) await askAs(`198.51.100.${i % 50}`, phone);
  expect(await askAs('198.51.100.60', phone)).toBe(429);

  await page.goto(`${product.url}/login/loginWithPhone?next=/menu`);
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Menu');
});

test('if an IP address has exceeded its limit of codes, the app solves a challenge and logs in @slow', async ({
  page,
  phone,
}) => {
  for (let i = 0; i < perAddress; i++) await askAs('203.0.113.1', `+1312555${8000 + i}`);
  await page.goto(`${product.url}/login/loginWithPhone?next=/menu`);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === paths.codes) answers.push(response.status());
  });
  await logInWithPhone(page, sandbox, phone);
  await expect(page).toHaveTitle('Menu');
  expect(answers).toEqual([429, 201]);
});

test('the app shows that it solves a challenge, and the challenge can be cancelled with the keyboard @all', async ({
  page,
  phone,
}) => {
  await page.route(`**${paths.codes}`, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'challenge needed',
        status: 429,
        code: 'challengeNeeded',
        instance: 'test',
        // The challenge is so hard that the app never solves it.
        challenge: `64.${Date.now() + 60_000}.nonce.signature`,
      }),
    }),
  );
  await page.goto(`${product.url}/login/loginWithPhone`);
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone.replace('+1', ''));
  await page.keyboard.press('Enter');
  const working = page.getByRole('status').filter({ hasText: 'Your phone does a short check' });
  await expect(working).toBeVisible();
  await working.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(working).toBeHidden();
  await expect(page.getByText('Wait for the short check, or try again later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled();
});
