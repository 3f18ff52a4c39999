import { expect, test } from './fixtures.ts';
import { enterCode, press } from './steps.ts';

test('a phone number must be there and must be one', async ({ page }) => {
  await page.goto('/login/loginWithPhone');
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  const send = page.getByRole('button', { name: 'Send code' });
  await send.click();
  await expect(page.getByText('Please fill in the mobile phone number.')).toBeVisible();
  await phone.fill('123');
  await press(send, page.getByText('Mobile number format error.'));
  await expect(phone).toHaveValue('123');
  await expect(phone).toBeFocused();
});

test.describe('a code', () => {
  test.beforeEach(async ({ page, phone }) => {
    await page.goto('/login/loginWithPhone');
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone.replace('+1', ''));
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveTitle('Enter the code');
  });

  const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

  test('that is wrong can be corrected', async ({ page, sandbox, phone }) => {
    const code = await sandbox.code(phone);
    await enterCode(page, wrongFor(code));
    await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await field.clear();
    await field.pressSequentially(code);
    await expect(page).toHaveTitle('Enter the code');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveTitle('Home');
  });

  test('is worth nothing after five wrong ones', async ({ page, sandbox, phone }) => {
    const code = await sandbox.code(phone);
    for (let tries = 0; tries < 4; tries++) {
      await enterCode(page, wrongFor(code));
      await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
    }
    await enterCode(page, wrongFor(code));
    await expect(page.getByText(/^Too many wrong codes/)).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await field.fill(code);
    await field.press('Enter');
    await expect(page.getByText(/^Too many wrong codes/)).toBeVisible();
    await expect(page).toHaveTitle('Enter the code');
    await expect(page.getByRole('button', { name: 'Send a new code' })).toBeVisible();
  });

  test('expires after ten minutes', async ({ page, sandbox, phone }) => {
    const code = await sandbox.code(phone);
    await sandbox.advance(601);
    await enterCode(page, code);
    await expect(page.getByText(/^This code has expired/)).toBeVisible();
  });

  test('survives a reload of its page', async ({ page, sandbox, phone }) => {
    await page.reload();
    await expect(page).toHaveTitle('Enter the code');
    await enterCode(page, await sandbox.code(phone));
    await expect(page).toHaveTitle('Home');
  });
});
