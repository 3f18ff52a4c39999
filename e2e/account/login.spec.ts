import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enterCode, logInWithPhone, press } from '../support/steps.ts';

const phoneField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Verification code' });
const country = (page: Page) => page.getByRole('link', { name: /^Country or region/ });
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

/** Pastes text, which replaces the content of the field. */
async function paste(page: Page, text: string): Promise<void> {
  await phoneField(page).fill('');
  await phoneField(page).focus();
  await page.keyboard.insertText(text);
}

test('a phone number is required and must be valid @slow', async ({ page }) => {
  await page.goto('/login/loginWithPhone');
  const send = page.getByRole('button', { name: 'Send code' });
  await send.click();
  await expect(page.getByText('Please fill in the mobile phone number.')).toBeVisible();
  await phoneField(page).fill('123');
  await press(send, page.getByText('Mobile number format error.'));
  await expect(phoneField(page)).toHaveValue('123');
  await expect(phoneField(page)).toBeFocused();
});

test('the first login with a phone number creates an account, and later logins open the same account', async ({
  page,
  sandbox,
  phone,
}) => {
  const userId = async () => {
    await page.goto('/login/loginWithPhone?next=/menu');
    await logInWithPhone(page, sandbox, phone);
    await expect(page).toHaveTitle('Menu');
    return page.evaluate(() => {
      const stored = sessionStorage.getItem('userDetail') ?? '';
      return /"id":"(\d{8})"/.exec(stored)?.[1] ?? '';
    });
  };
  await page.goto('/login/loginWithPhone');
  const first = await userId();
  expect(first).toMatch(/^\d{8}$/);
  await page.evaluate(() => {
    localStorage.removeItem('sessionId');
    sessionStorage.clear();
  });
  expect(await userId()).toBe(first);
});

test('a pasted number sets its country @all', async ({ page }) => {
  await page.goto('/login/loginWithPhone');
  await expect(country(page)).toHaveText('+1 United States');
  const pasted: [text: string, shown: string, national: string][] = [
    ['+52 55 1234 5678', '+52 Mexico', '5512345678'],
    ['0044 20 7946 0958', '+44 United Kingdom', '2079460958'],
    ['+1\u00A0(212)\u00A0555-0123', '+1 United States', '2125550123'],
    ['+８６ １３８ ００１３ ８０００', '+86 China', '13800138000'],
    ['\u202A+1 (416) 555-0123\u202C', '+1 Canada', '4165550123'],
  ];
  for (const [text, shown, national] of pasted) {
    await paste(page, text);
    await expect(country(page)).toHaveText(shown);
    await expect(phoneField(page)).toHaveValue(national);
  }
  // A pasted number that has no calling code does not change the country.
  await paste(page, '(647) 555-0199');
  await expect(country(page)).toHaveText('+1 Canada');
  await expect(phoneField(page)).toHaveValue('(647) 555-0199');
  // A number that the user types does not change the country either.
  await phoneField(page).fill('');
  await phoneField(page).pressSequentially('+5255');
  await expect(country(page)).toHaveText('+1 Canada');
});

test('a phone number from another country receives its code @all', async ({ page, sandbox }) => {
  const mexican = '+525512345678';
  await page.goto('/login/loginWithPhone');
  await paste(page, mexican);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveTitle('Enter the code');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    `(+52)\u00A0${mexican.slice(3)}`,
  );
  await enterCode(page, await sandbox.code(mexican));
  await expect(page).toHaveTitle('Home');
});

test('the country can be chosen with the keyboard alone @slow', async ({ page }) => {
  await page.goto('/login/loginWithPhone');
  await phoneField(page).fill('5512345678');
  await country(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Country or region');
  const search = page.getByRole('combobox', { name: 'Search by name or code' });
  const options = page.getByRole('option');
  await expect(options.first()).toHaveText('United States+1');
  await search.focus();

  await page.keyboard.type('mex');
  await expect(page.getByText('1 result', { exact: true })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(options.first()).toHaveText('United States+1');
  await page.keyboard.press('End');
  const last = options.last();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(search).toHaveAttribute(
    'aria-activedescendant',
    (await last.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Home');
  await expect(options.first()).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('méx');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(country(page)).toHaveText('+52 Mexico');
  await expect(phoneField(page)).toHaveValue('5512345678');

  await country(page).focus();
  await page.keyboard.press('Enter');
  await expect(options.first()).toHaveText('Mexico+52');
  await search.focus();
  await page.keyboard.type('xyzzy');
  await expect(page.getByRole('main').getByText('No country found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(country(page)).toHaveText('+52 Mexico');
});

test('the page for the code redirects a guest who has not requested a code @all', async ({
  page,
}) => {
  await page.goto('/loginWithPhone/phone/code');
  await expect(phoneField(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/login/loginWithPhone');
});

test('on a connection that hangs, the app requests the code once, and the number stays in the field @all', async ({
  page,
  phone,
  sandbox,
}) => {
  await page.goto('/login/loginWithPhone');
  let asked = 0;
  let cut: () => void = () => undefined;
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  await page.route('**/api/auth/codes', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await isCut;
    return route.abort();
  });
  await phoneField(page).fill(phone.replace('+1', ''));
  await page.getByRole('button', { name: 'Send code' }).dblclick();
  await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await phoneField(page).press('Enter');
  cut();
  await expect(page.getByRole('alert')).toHaveText(
    'No connection. Check your network and try again.',
  );
  expect(asked).toBe(1);
  await expect(phoneField(page)).toHaveValue(phone.replace('+1', ''));
  // The app considers itself offline. The event `online` makes the app check the connection at
  // once.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(async () => {
    await page.getByRole('button', { name: 'Send code' }).click({ timeout: 2000 });
    await expect(page).toHaveTitle('Enter the code', { timeout: 3000 });
  }).toPass({ intervals: [250] });
  expect(await sandbox.messages(phone)).toHaveLength(1);
});

test.describe('a login code', () => {
  test.beforeEach(async ({ page, phone }) => {
    await page.goto('/login/loginWithPhone');
    await phoneField(page).fill(phone.replace('+1', ''));
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveTitle('Enter the code');
  });

  test('after a login code is sent, the app shows the text of the specification, and the text message names this site @slow', async ({
    page,
    sandbox,
    phone,
  }) => {
    await expect(
      page.getByText('The verification code is sent successfully.').first(),
    ).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    const [message] = await sandbox.messages(phone);
    const { hostname } = new URL(page.url());
    expect(message?.body.split('\n').at(-1)).toBe(`@${hostname} #${message?.code}`);
  });

  test('the rider can correct a wrong login code @slow', async ({ page, sandbox, phone }) => {
    const code = await sandbox.code(phone);
    await enterCode(page, wrongFor(code));
    await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
    await expect(codeField(page)).toHaveValue(wrongFor(code));
    const selected = () =>
      codeField(page).evaluate((field) =>
        field instanceof HTMLInputElement
          ? [field.selectionStart, field.selectionEnd, field === document.activeElement]
          : null,
      );
    expect(await selected()).toEqual([0, 6, true]);
    // The new digits replace the wrong digits. The app sends nothing before the user presses
    // Verify.
    await page.keyboard.type(code);
    await expect(codeField(page)).toHaveValue(code);
    await expect(page).toHaveTitle('Enter the code');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveTitle('Home');
  });

  test('the app verifies a login code automatically when the rider pastes it with spaces @all', async ({
    page,
    sandbox,
    phone,
  }) => {
    const code = await sandbox.code(phone);
    await codeField(page).focus();
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(page).toHaveTitle('Home');
  });

  test('a login code is invalid after five wrong attempts @all', async ({
    page,
    sandbox,
    phone,
  }) => {
    const code = await sandbox.code(phone);
    for (let tries = 0; tries < 4; tries++) {
      await enterCode(page, wrongFor(code));
      await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
    }
    await enterCode(page, wrongFor(code));
    await expect(page.getByText(/^Too many wrong codes/)).toBeVisible();
    await codeField(page).fill(code);
    await codeField(page).press('Enter');
    await expect(page.getByText(/^Too many wrong codes/)).toBeVisible();
    await expect(page).toHaveTitle('Enter the code');
    // The server allows no more attempts until this code has expired, even if the user requests a
    // new code.
    const another = page.getByRole('button', { name: 'Send a new code' });
    await press(another, page.getByText(/^Too many attempts\. Try again in \d/));
    await sandbox.advance(601);
    await press(page.getByRole('button', { name: 'Send a new code' }), codeField(page));
    await expect(codeField(page)).toHaveValue('');
    await enterCode(page, await newCode(sandbox, phone, code));
    await expect(page).toHaveTitle('Home');
  });

  test('a login code expires after ten minutes, and the rider can request a new code @all', async ({
    page,
    sandbox,
    phone,
  }) => {
    const code = await sandbox.code(phone);
    await sandbox.advance(601);
    await enterCode(page, code);
    await expect(
      page.getByText('This code has expired. Send a new one to continue.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(codeField(page)).toHaveValue('');
    await expect(page.getByRole('timer')).toHaveText(/^in (0:[23]\d|1:00|0:[45]\d)$/);
    await enterCode(page, await newCode(sandbox, phone, code));
    await expect(page).toHaveTitle('Home');
  });

  test('the next login code replaces the previous code, and the wait before a new code is longer each time @all', async ({
    page,
    sandbox,
    phone,
  }) => {
    const first = await sandbox.code(phone);
    const another = page.getByRole('button', { name: 'Send a new code' });
    await expect(page.getByRole('timer')).toHaveText(/^in 0:[012]\d|in 0:30$/);
    await page.clock.install();
    await page.reload();
    await expect(page.getByRole('timer')).toBeVisible();
    await sandbox.advance(31);
    await page.clock.fastForward(31_000);
    await expect(page.getByText('You can resend now')).toBeAttached();
    await another.click();
    await expect(page.getByRole('timer')).toHaveText(/^in (1:00|0:5\d)$/);
    const second = await newCode(sandbox, phone, first);
    await enterCode(page, first);
    await expect(page.getByText('Wrong code. Check the message and try again.')).toBeVisible();
    await enterCode(page, second);
    await expect(page).toHaveTitle('Home');
  });

  test('a login code can be entered after a reload of the page @all', async ({
    page,
    sandbox,
    phone,
  }) => {
    await page.reload();
    await expect(page).toHaveTitle('Enter the code');
    await enterCode(page, await sandbox.code(phone));
    await expect(page).toHaveTitle('Home');
  });

  test('if a login code was sent to a wrong number, the page links back to the form for the number @all', async ({
    page,
    phone,
  }) => {
    await page.getByRole('button', { name: 'Change number' }).click();
    await expect(phoneField(page)).toHaveValue(phone.replace('+1', ''));
  });
});

/**
 * Waits until at least two messages were sent, and returns the newest code. Fails if this code
 * equals `before`.
 */
async function newCode(
  sandbox: { code(phone: string): Promise<string>; messages(phone: string): Promise<unknown[]> },
  phone: string,
  before: string,
): Promise<string> {
  await expect.poll(async () => (await sandbox.messages(phone)).length).toBeGreaterThan(1);
  const code = await sandbox.code(phone);
  // Two codes are equal by chance only once in a million.
  expect(code).not.toBe(before);
  return code;
}
