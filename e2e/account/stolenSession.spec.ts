import type { Browser, Page } from 'playwright/test';
import { User } from '../../contract/signIn/auth.ts';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { Rider, expectOk } from '../support/rider.ts';
import { enterCode, logInWithPhone } from '../support/steps.ts';
import { linkTo } from '../support/undoLink.ts';
import { expectScreenInOrder } from '../screens/screenChecks.ts';

/**
 * Opens a separate browser context. With `session`, the browser is signed in with that session. Without `session`, it
 * belongs to a guest.
 */
async function openBrowser(
  browser: Browser,
  baseURL: string | undefined,
  session?: string,
): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await page.goto('/no/such/page');
  if (session !== undefined) {
    await page.evaluate((id) => localStorage.setItem('sessionId', id), session);
  }
  return page;
}

async function askForPhone(page: Page, phone: string): Promise<void> {
  await page.goto('/profile/yourInfo/phone');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone.replace('+1', ''));
  await page.getByRole('button', { name: 'Send code' }).click();
}

test('a thief with a stolen session cannot change the phone number without a code to the current number @all', async ({
  page,
  browser,
  baseURL,
  sandbox,
  rider,
  supplies,
}) => {
  await page.goto('/profile');
  await sandbox.advance(601);
  const thief = await openBrowser(browser, baseURL, rider.sessionId);
  await askForPhone(thief, supplies.nextPhone());
  const question = thief.getByRole('alertdialog', { name: "Confirm that it's you" });
  await expect(question).toBeVisible();
  await expectScreenInOrder(thief, 'en');
  await question.getByRole('button', { name: `Text a code to ••${rider.phone.slice(-2)}` }).click();
  const field = question.getByRole('textbox', { name: 'Verification code' });
  await expect(field).toBeFocused();
  const code = await sandbox.code(rider.phone);
  await field.fill(code === '000000' ? '111111' : '000000');
  await expect(question.getByText('Wrong code. Check the message and try again.')).toBeVisible();
  await expectScreenInOrder(thief, 'en');
  await thief.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(thief.getByText(/We couldn't confirm that it's you/)).toBeVisible();
  expect(User.parse(expectOk(await rider.call('GET', paths.me))).phone).toBe(rider.phone);
  await thief.context().close();
});

test('the owner changes the phone number after entering the code to the current number, and no typed text is lost @all', async ({
  page,
  sandbox,
  rider,
  supplies,
}) => {
  await sandbox.advance(601);
  const phone = supplies.nextPhone();
  await askForPhone(page, phone);
  const question = page.getByRole('alertdialog', { name: "Confirm that it's you" });
  await question.getByRole('button', { name: /^Text a code/ }).click();
  const field = question.getByRole('textbox', { name: 'Verification code' });
  // Wait for the field, because it appears only after the new code was sent. Until then, the newest code is the code of
  // the sign-in.
  await field.waitFor();
  await field.fill(await sandbox.code(rider.phone));
  await expect(page).toHaveTitle('Enter the code');
  await enterCode(page, await sandbox.code(phone));
  await expect(page.getByText('You information is saved.').first()).toBeVisible();
});

test('a thief changes the phone number in a fresh session, and the owner takes back the account permanently @slow', async ({
  page,
  browser,
  baseURL,
  product,
  sandbox,
  rider,
  supplies,
}) => {
  const owner = User.parse(expectOk(await rider.call('GET', paths.me)));
  const thiefsPhone = supplies.nextPhone();
  const thief = await openBrowser(browser, baseURL, rider.sessionId);
  await askForPhone(thief, thiefsPhone);
  await expect(thief).toHaveTitle('Enter the code');
  await enterCode(thief, await sandbox.code(thiefsPhone));
  await expect(thief.getByText('You information is saved.').first()).toBeVisible();

  // The owner opens the link on a device that has never been signed in.
  const ownersPage = await openBrowser(browser, baseURL);
  await ownersPage.goto(await linkTo(sandbox, rider.phone));
  await expect(ownersPage).toHaveTitle('Was this you?');
  await expect(ownersPage.getByText(/^The phone number of your account was changed/)).toBeVisible();
  await expectScreenInOrder(ownersPage, 'en');
  expect(User.parse(expectOk(await rider.call('GET', paths.me))).phone).toBe(thiefsPhone);
  await ownersPage.getByRole('button', { name: 'This was not me' }).click();
  await expect(
    ownersPage.getByRole('heading', { level: 1, name: 'Your account is yours again' }),
  ).toBeVisible();
  await expectScreenInOrder(ownersPage, 'en');

  // The thief has no access any more: neither with the stolen session nor with the thief's own phone number.
  await thief.goto('/history');
  await expect(thief).toHaveTitle('Log in');
  expect((await rider.call('GET', paths.me)).status).toBe(401);
  await sandbox.advance(61);
  const newcomer = await Rider.signUp(product, sandbox, thiefsPhone);
  expect(User.parse(expectOk(await newcomer.call('GET', paths.me))).id).not.toBe(owner.id);

  await ownersPage.getByRole('link', { name: 'Log in' }).click();
  await logInWithPhone(ownersPage, sandbox, rider.phone);
  await expect(ownersPage).toHaveTitle('Home');
  await ownersPage.goto('/profile');
  await expect(ownersPage.getByText(owner.id)).toBeVisible();
  await page.close();
  await thief.context().close();
  await ownersPage.context().close();
});
